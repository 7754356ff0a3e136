/** Whether a key is meant for a field or for the browser, not for the table. */
export function typing(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return true;
  return event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
}
