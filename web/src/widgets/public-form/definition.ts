/**
 * A form that anybody may send. What is checked, what is stored and what is said afterwards stands once, and runs in two
 * places: in the browser, and, for a browser without script, in the server's engine (app/forms.ts).
 */
import { failureOf } from '@/lib/errors';

/** The hidden field that says which form a post comes from. */
export const FORM_FIELD = 'formulario';
/** The field people never see: whoever fills it is a machine. */
export const TRAP_FIELD = 'website';
/** The query parameter that says which form was just sent. */
export const SENT_PARAMETER = 'enviado';

export type Values<Field extends string> = Record<Field, string>;
/** What is missing or wrong, by field, in the order of the form. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

/** What is said when a form was sent or could not be. */
export interface Notice {
  title: string;
  description: string;
  tone: 'success' | 'destructive';
}

export type Outcome<Field extends string> =
  /** There was nothing to send, and there is nothing to say. */
  | { kind: 'nothing' }
  | { kind: 'sent' }
  | { kind: 'problems'; problems: Problems<Field> }
  /** Not stored. The status is what a plain post is answered with. `codeMissing`: it could not even be tried. */
  | { kind: 'refused'; notice: Notice; status: 422 | 429 | 503; codeMissing?: true };

export interface PublicForm<Field extends string = string> {
  /** Names the form in a post and in the address afterwards, and is the id of its element. */
  name: string;
  fields: readonly Field[];
  /** What sending it may write to, under /rest/v1. The server's engine can write nowhere else. */
  writes: readonly string[];
  success: Notice;
  /** Fetches the code that stores, ahead of its use: a connection lost later then costs one attempt and not the form. */
  prepare(): Promise<void>;
  /** Checks, stores and says how it went. Never throws. `trap` is the value of `TRAP_FIELD`. */
  submit(values: Values<Field>, trap: string): Promise<Outcome<Field>>;
}

interface Rules<Field extends string, Checked> extends Omit<PublicForm<Field>, 'submit' | 'prepare'> {
  /** What is said when it failed for no reason of the visitor's. */
  failure: Notice;
  /** What is to be stored, or what is wrong with it; undefined where there is nothing to send. */
  check(values: Values<Field>): { checked: Checked } | { problems: Problems<Field> } | undefined;
  /** Fetches `Send`, and with it the data client: most visitors of most pages never need them. */
  load(): Promise<Send<Checked>>;
}

/** Stores it. Answers what to say instead of the success, if anything; throws when it could not be stored. */
export type Send<Checked> = (checked: Checked) => Promise<Notice | undefined>;

const LIMIT_ADVICE =
  'Chegaram muitos envios da sua rede. Aguarde uma hora e tente de novo; nada do que você escreveu se perdeu.';

/** Makes a form of its rules. */
export function publicForm<Field extends string, Checked>({
  failure,
  check,
  load,
  ...form
}: Rules<Field, Checked>): PublicForm<Field> {
  const submit = async (values: Values<Field>, trap: string): Promise<Outcome<Field>> => {
    // Machines get the same answer as people, and nothing is stored.
    if (trap) return { kind: 'sent' };
    const outcome = check(values);
    if (!outcome) return { kind: 'nothing' };
    if ('problems' in outcome) return { kind: 'problems', problems: outcome.problems };
    let send: Send<Checked>;
    try {
      send = await load();
    } catch (reason) {
      console.error(`the code that sends the form ${form.name} could not be fetched`, reason);
      return { kind: 'refused', notice: failure, status: 503, codeMissing: true };
    }
    try {
      const notice = await send(outcome.checked);
      return notice ? { kind: 'refused', notice, status: 422 } : { kind: 'sent' };
    } catch (reason) {
      const { kind } = failureOf(reason);
      // No error of ours, and not worth a line for each post of somebody who sends too much.
      if (kind === 'busy') return { kind: 'refused', notice: { ...failure, description: LIMIT_ADVICE }, status: 429 };
      console.error(`the form ${form.name} could not be sent`, reason);
      return { kind: 'refused', notice: failure, status: kind === 'invalid' ? 422 : 503 };
    }
  };
  const prepare = async () => {
    // Where it fails, sending it says so.
    await load().catch(() => undefined);
  };
  return { ...form, prepare, submit };
}

/** The complaint about a text that is longer than its column, or nothing. */
export function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `Use no máximo ${most} caracteres; agora são ${text.length}.` : undefined;
}

/** Leaves out the fields without a complaint; undefined where none is left. */
export function problemsIn<Field extends string>(
  found: Record<Field, string | undefined>,
): Problems<Field> | undefined {
  const problems = Object.entries(found).filter((pair) => pair[1]);
  return problems.length ? (Object.fromEntries(problems) as Problems<Field>) : undefined;
}
