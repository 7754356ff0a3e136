/** A dialog that comes before everything, open drawers included, and takes the keyboard with it, for as long as it is there. */
export function modal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
