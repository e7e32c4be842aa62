import { awaitsSecondFactor } from '@/entities/assurance';
import { type AuthProblem, authProblem, authRefusal, isUnreachable } from '@/entities/auth-refusal';
import { getClient, type Session } from '@/lib/backend';

export type SignInOutcome =
  | { step: 'in' }
  /** The second factor is missing. */
  | { step: 'half-way' }
  | { step: 'refused'; code: AuthProblem['code']; reason: string; unreachable: boolean };

export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  const client = await getClient();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  return data.session ? begun(data.session) : refused(error);
}

/** The chosen passkey identifies the account. Undefined when the browser's dialog was closed. */
export async function signInWithPasskey(): Promise<SignInOutcome | undefined> {
  const client = await getClient();
  const { data, error } = await client.auth.signInWithPasskey();
  if (data?.session) return begun(data.session);
  const { name, code } = authProblem(error);
  if (name === 'NotAllowedError' || name === 'AbortError' || code === 'ERROR_CEREMONY_ABORTED') return undefined;
  return refused(error);
}

function begun(session: Session): SignInOutcome {
  return { step: awaitsSecondFactor(session) ? 'half-way' : 'in' };
}

function refused(error: unknown): SignInOutcome {
  return {
    step: 'refused',
    code: authProblem(error).code,
    reason: authRefusal(error),
    unreachable: isUnreachable(error),
  };
}
