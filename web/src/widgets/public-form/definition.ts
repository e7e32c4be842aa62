/**
 * A public form. Its validation, storage and messages are declared once and run in the browser and, for browsers without
 * script, in the server's engine (app/forms.ts).
 */

import type { Notice, Outcome, Problems, Send } from './outcome';

/** The hidden field that names the posted form. */
export const FORM_FIELD = 'formulario';
/** The honeypot: a field people never see. */
export const TRAP_FIELD = 'website';
/** The query parameter that names the form that was just sent. */
export const SENT_PARAMETER = 'enviado';
/** The query parameter with the number under which it was stored. */
export const RECEIPT_PARAMETER = 'protocolo';

export type Values<Field extends string> = Record<Field, string>;
export interface PublicForm<Field extends string = string> {
  /** Names the form in a post and in the address afterwards, and is the id of its element. */
  name: string;
  fields: readonly Field[];
  /** The tables that sending it may write to, under /rest/v1. The server's engine can write nowhere else. */
  writes: readonly string[];
  success: Notice;
  /** Fetches the code that stores it in advance, so that a connection lost later costs one attempt only. */
  prepare(): Promise<void>;
  /** Validates and stores. Never throws. `trap` is the value of `TRAP_FIELD`. */
  submit(values: Values<Field>, trap: string): Promise<Outcome<Field>>;
}

interface Rules<Field extends string, Checked> extends Omit<PublicForm<Field>, 'submit' | 'prepare'> {
  failure: Notice;
  /** The value to store, or the problems; undefined where there is nothing to send. */
  check(values: Values<Field>): { checked: Checked } | { problems: Problems<Field> } | undefined;
  /** The number under which it is stored. */
  receipt?(checked: Checked): string;
  /** Fetches `Send` with the data client: most visitors never need them. */
  load(): Promise<Send<Checked>>;
}

export function publicForm<Field extends string, Checked>({
  failure,
  check,
  receipt,
  load,
  ...form
}: Rules<Field, Checked>): PublicForm<Field> {
  const fetchCode = () => Promise.all([load(), import('./deliver')]);
  const submit = async (values: Values<Field>, trap: string): Promise<Outcome<Field>> => {
    // Machines get the same response as people, and nothing is stored.
    if (trap) return { kind: 'sent' };
    const outcome = check(values);
    if (!outcome) return { kind: 'nothing' };
    if ('problems' in outcome) return { kind: 'problems', problems: outcome.problems };
    let code: Awaited<ReturnType<typeof fetchCode>>;
    try {
      code = await fetchCode();
    } catch (reason) {
      console.error(`the code that sends the form ${form.name} could not be fetched`, reason);
      return { kind: 'refused', notice: failure, status: 503, codeMissing: true };
    }
    const [send, { deliver }] = code;
    const { checked } = outcome;
    const refused = await deliver(checked, { form: form.name, failure, send });
    return refused ?? (receipt ? { kind: 'sent', receipt: receipt(checked) } : { kind: 'sent' });
  };
  const prepare = async () => {
    // A failure is reported when it is sent.
    await fetchCode().catch(() => undefined);
  };
  return { ...form, prepare, submit };
}

/** The problem of a text longer than its column, if any. */
export function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `Use no máximo ${most} caracteres; agora são ${text.length}.` : undefined;
}

/** Leaves out the fields without a problem; undefined where none is left. */
export function problemsIn<Field extends string>(
  found: Record<Field, string | undefined>,
): Problems<Field> | undefined {
  const problems = Object.entries(found).filter((pair) => pair[1]);
  return problems.length ? (Object.fromEntries(problems) as Problems<Field>) : undefined;
}
