/** Failures of requests by kind: services name them by code, network failures do not. */
import type { ErrorCode } from '@/generated/error-codes';

export type FailureKind =
  /** The session has ended, or the server no longer accepts it. */
  | 'expired'
  /** Signed in, but not allowed. */
  | 'forbidden'
  /** A value that must be unique exists already. */
  | 'duplicate'
  /** Other rows refer to this one, or it refers to a missing one. */
  | 'referenced'
  /** A value breaks one of the table's checks. */
  | 'invalid'
  /** The row is gone. */
  | 'missing'
  /** Too many attempts. */
  | 'busy'
  /** No response: the network, or the server is down. */
  | 'unreachable'
  | 'unknown';

export interface Failure {
  kind: FailureKind;
  subject?: string;
}

const BY_CODE: Readonly<Record<string, FailureKind>> = {
  PGRST301: 'expired',
  PGRST302: 'expired',
  PGRST303: 'expired',
  not_signed_in: 'expired',
  not_admin: 'forbidden',
  not_editor: 'forbidden',
  '42501': 'forbidden',
  '23505': 'duplicate',
  '23503': 'referenced',
  '23514': 'invalid',
  '23502': 'invalid',
  '22P02': 'invalid',
  '22001': 'invalid',
  PGRST116: 'missing',
  over_request_rate_limit: 'busy',
};

/** PostgreSQL's code for what a procedure or a trigger raises. */
const RAISED = 'P0001';

const NETWORK = /failed to fetch|failed to send a request|networkerror|load failed|fetch failed/i;

/** The operation needs a session. */
export class NotSignedIn extends Error {
  readonly code = 'not_signed_in';
  constructor() {
    super('Usuário não autenticado');
  }
}

/** A server function refused, or did not respond. */
export class FunctionFailed extends Error {
  readonly code: string | undefined;
  /** The refusal in a sentence for people. */
  readonly sentence: string | undefined;

  constructor({ error, code, message }: { error: unknown; code: string | undefined; message?: string | undefined }) {
    super(error instanceof Error ? error.message : 'the function failed', { cause: error });
    this.code = code;
    this.sentence = message;
  }
}

function text(error: object, key: string): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : '';
}

/** Reads an error of any of the services or of the browser. */
export function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return { kind: 'unknown' };
  const message = text(error, 'message');
  const kind = BY_CODE[text(error, 'code')] ?? (NETWORK.test(message) ? 'unreachable' : 'unknown');
  const subject = /(?:constraint|column) "(\w+)"/.exec(message)?.[1];
  return subject ? { kind, subject } : { kind };
}

/** Values for some of the codes with which the server refuses. */
export type ByCode<Value> = Readonly<Partial<Record<ErrorCode, Value>>>;

/** A server function's code, or the name that a procedure or a write raised. */
function refusedWith(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const code = text(error, 'code');
  return code === RAISED ? text(error, 'message') : code;
}

/** The value for the code with which the server refused, where there is one. */
export function valueByCode<Value>(values: ByCode<Value>, error: unknown): Value | undefined {
  const known: Readonly<Record<string, Value | undefined>> = values;
  const code = refusedWith(error);
  return Object.hasOwn(known, code) ? known[code] : undefined;
}

/** Returns `true` if the server refused with this code. */
export const isRefusedWith = (error: unknown, code: ErrorCode): boolean => refusedWith(error) === code;

export const FAILURE_ADVICE: Record<FailureKind, string> = {
  expired: 'Sua sessão terminou. Entre de novo; o que você escreveu continua aqui.',
  forbidden: 'Esta conta não tem permissão para isso.',
  duplicate: 'Já existe um registro com este valor.',
  referenced: 'Outro registro depende deste.',
  invalid: 'O servidor recusou um dos valores. Confira os campos.',
  missing: 'Este registro não existe mais.',
  busy: 'Muitas tentativas seguidas. Aguarde alguns minutos e tente de novo.',
  unreachable: 'O servidor não respondeu. Verifique a conexão e tente de novo.',
  unknown: 'Tente novamente em alguns instantes.',
};

/** Returns the sentence with which a server function, a procedure or a write refused. */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof FunctionFailed) return error.sentence;
  const isRaised = typeof error === 'object' && error !== null && text(error, 'code') === RAISED;
  return (isRaised && text(error, 'hint')) || undefined;
}

/** Returns the sentence of the server where it has one, otherwise what helps with failures of this kind. */
export const adviceOf = (error: unknown): string => sentenceOf(error) ?? FAILURE_ADVICE[failureOf(error).kind];
