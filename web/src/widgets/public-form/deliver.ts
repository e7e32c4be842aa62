/** Sends a checked public form. Fetched when somebody fills it in: most visitors never need it. */
import { failureOf } from '@/lib/errors';
import type { Notice, Outcome, Send } from './outcome';

const LIMIT_ADVICE =
  'Chegaram muitos envios da sua rede. Aguarde uma hora e tente de novo; nada do que você escreveu se perdeu.';

export interface Delivery<Checked> {
  form: string;
  failure: Notice;
  send: Send<Checked>;
}

/** Stores the value and returns the refusal, or `undefined` if it is stored. Never throws. */
export async function deliver<Checked>(
  checked: Checked,
  { form, failure, send }: Delivery<Checked>,
): Promise<Extract<Outcome<never>, { kind: 'refused' }> | undefined> {
  try {
    const notice = await send(checked);
    return notice && { kind: 'refused', notice, status: 422 };
  } catch (reason) {
    const { kind } = failureOf(reason);
    // Rate limiting is no error of the server, and not logged.
    if (kind === 'busy') return { kind: 'refused', notice: { ...failure, description: LIMIT_ADVICE }, status: 429 };
    console.error(`the form ${form} could not be sent`, reason);
    return { kind: 'refused', notice: failure, status: kind === 'invalid' ? 422 : 503 };
  }
}
