/** Outcome of sending a public form. */

/** The problems by field, in the order of the form. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

export interface Notice {
  title: string;
  description: string;
  tone: 'success' | 'destructive';
}

export type Outcome<Field extends string> =
  /** There was nothing to send, and nothing is shown. */
  | { kind: 'nothing' }
  /** `receipt`: the number under which it was stored, where the form has one. */
  | { kind: 'sent'; receipt?: string }
  | { kind: 'problems'; problems: Problems<Field> }
  /**
   * Refused, so not stored. The status is that of the response to a plain post. `codeMissing`: the code could not be
   * fetched.
   */
  | { kind: 'refused'; notice: Notice; status: 422 | 429 | 503; codeMissing?: true };

/** Stores it. Returns a message other than the success, if any; throws when it could not be stored. */
export type Send<Checked> = (checked: Checked) => Promise<Notice | undefined>;
