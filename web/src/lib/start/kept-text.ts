/** Texts kept by this browser. */

/** The kept text. Empty where there is none or storage is forbidden. */
export function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function keepText(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Without storage the text is kept by the page only.
  }
}
