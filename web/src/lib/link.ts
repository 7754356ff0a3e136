// Addresses that people hand on.
import { m } from "../paraglide/messages";

export const canShare = "share" in navigator;

/** Copy the address that stands in a field; false where that cannot be done: then it stands there selected. */
export async function copyLink(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return false; // Outside secure contexts the clipboard is closed.
  }
}

/** Hand it to whatever the device sends things with. */
export function shareLink(url: string, text: string): void {
  void navigator.share({ title: m.app_title(), text, url }).catch(() => undefined);
}
