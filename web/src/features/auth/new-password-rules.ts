/** Which passwords the form sends, and what the auth service's refusals mean for it. */
import { FAILURE_ADVICE, failureOf } from '@/lib/failure';

/** As the house is set up at first; where its rules are stricter, the server's refusal says so. */
export const SHORTEST = 8;
/** In bytes: the server takes no longer ones. */
const LONGEST = 72;

export interface Draft {
  password: string;
  repeated: string;
}

export type Problems = { [field in keyof Draft]?: string };

/** What to correct before anything is sent; empty when it may be. */
export function check({ password, repeated }: Draft): Problems {
  const problem = problemWith(password);
  if (problem) return { password: problem };
  if (!repeated) return { repeated: 'Repita a senha.' };
  return repeated === password ? {} : { repeated: 'As duas senhas não são iguais.' };
}

function problemWith(password: string): string | undefined {
  if (!password) return 'Escolha uma senha.';
  if ([...password].length < SHORTEST) return `Use pelo menos ${SHORTEST} caracteres.`;
  return new TextEncoder().encode(password).length > LONGEST ? TOO_LONG : undefined;
}

const TOO_LONG = 'Esta senha é longa demais. Use uma mais curta.';

/** Where a refusal belongs: the link is of no use any more, the password has to change, or it is neither's fault. */
export type Refusal = { about: 'link' } | { about: 'password' | 'attempt'; message: string };

/** Link and session are gone alike: only a new link helps. */
const SPENT = new Set(['otp_expired', 'session_not_found', 'user_not_found', 'bad_jwt', 'not_signed_in']);

/** Reads what the exchange or the saving threw. */
export function refusalOf(error: unknown): Refusal {
  const { name, code } = known(error);
  if (SPENT.has(code) || name === 'AuthSessionMissingError') return { about: 'link' };
  switch (code) {
    case 'weak_password':
      return { about: 'password', message: weakness(error) };
    case 'same_password':
      return { about: 'password', message: 'Esta já é a sua senha. Escolha outra.' };
    case 'validation_failed':
      return { about: 'password', message: TOO_LONG };
    case 'user_banned':
      return { about: 'attempt', message: 'Esta conta está suspensa.' };
  }
  const kind = name === 'AuthRetryableFetchError' ? 'unreachable' : failureOf(error).kind;
  return { about: 'attempt', message: FAILURE_ADVICE[kind] };
}

function known(error: unknown): { name: string; code: string } {
  if (!(error instanceof Error)) return { name: '', code: '' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return { name: error.name, code };
}

/** auth-js names the reasons: 'length' under the house's present rule, 'pwned' when it is among the leaked ones. */
function weakness(error: unknown): string {
  const reasons: unknown = error instanceof Error && 'reasons' in error ? error.reasons : [];
  const pwned = Array.isArray(reasons) && reasons.includes('pwned') && !reasons.includes('length');
  return pwned
    ? 'Esta senha é conhecida e fácil de adivinhar. Escolha outra.'
    : 'Esta senha é curta demais. Use uma mais longa.';
}
