/** Whether a key belongs to a field, or to the browser. */
export function typing(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
}
