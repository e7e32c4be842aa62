/** The unsent input of a public form, kept by the tab until it is sent or the tab is closed. */

const keyOf = (form: string) => `draft:${form}`;

/** The last input by field, not validated. Empty where storage is forbidden. */
export function readDraft(form: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

export function keepDraft(form: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(values));
  } catch {
    // Without storage the input is kept by the page only.
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept.
  }
}
