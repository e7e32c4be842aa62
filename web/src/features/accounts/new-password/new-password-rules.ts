/** The form's password rules, and the meaning of the auth service's refusals for it. */
import { type AuthProblem, authProblem, authRefusal } from '@/entities/auth-refusal';

/** The default of the server until its setting is known, or where it cannot be read. */
export const MIN_PASSWORD_LENGTH = 8;
/** Longest password in bytes, as on the server. */
const MAX_PASSWORD_BYTES = 72;

export interface Draft {
  password: string;
  repeated: string;
}

export type Problems = { [field in keyof Draft]?: string };

/** The problems before anything is sent; empty where there are none. */
export function check({ password, repeated }: Draft, shortest: number): Problems {
  const problem = problemWith(password, shortest);
  if (problem) return { password: problem };
  if (!repeated) return { repeated: 'Repita a senha.' };
  return repeated === password ? {} : { repeated: 'As duas senhas não são iguais.' };
}

/** Returns the error of a password that the browser can find without the server. */
export function problemWith(password: string, shortest: number): string | undefined {
  if (!password) return 'Escolha uma senha.';
  if (lengthOf(password) < shortest) return `Use pelo menos ${shortest} caracteres.`;
  return new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES ? TOO_LONG : undefined;
}

export function lengthHint(password: string, shortest: number): string {
  const missing = shortest - lengthOf(password);
  if (!password) return `Pelo menos ${shortest} caracteres.`;
  if (missing > 0) return missing === 1 ? 'Falta 1 caractere.' : `Faltam ${missing} caracteres.`;
  return 'Tamanho suficiente. Senhas conhecidas de vazamentos são recusadas.';
}

const lengthOf = (password: string) => [...password].length;

const TOO_LONG = 'Esta senha é longa demais. Use uma mais curta.';

/** Cause of a refusal: an invalid link, a missing second factor, an unsuitable password, or another failure. */
export type Refusal =
  | { about: 'link' }
  | { about: 'second-factor' }
  | { about: 'password' | 'attempt'; message: string };

/** Link and session are gone alike: only a new link helps. */
const SPENT = new Set<AuthProblem['code']>([
  'otp_expired',
  'session_not_found',
  'user_not_found',
  'bad_jwt',
  'not_signed_in',
]);

export function refusalOf(error: unknown): Refusal {
  const { name, code } = authProblem(error);
  if (SPENT.has(code) || name === 'AuthSessionMissingError') return { about: 'link' };
  switch (code) {
    case 'insufficient_aal':
      return { about: 'second-factor' };
    case 'weak_password':
    case 'same_password':
      return { about: 'password', message: authRefusal(error) };
    case 'validation_failed':
      return { about: 'password', message: TOO_LONG };
  }
  return { about: 'attempt', message: authRefusal(error) };
}
