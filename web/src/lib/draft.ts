/**
 * What is half written in a public form, kept by the tab until it is sent or the tab is closed: a reload or a look at another
 * page loses nothing.
 */

const keyOf = (form: string) => `draft:${form}`;

/** What was written last, by field; anything may stand there. Storage may be forbidden: then nothing is known. */
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
    // Without storage the page itself is the only place where it stands.
  }
}

export function dropDraft(form: string): void {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept.
  }
}
