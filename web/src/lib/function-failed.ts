/** A server function refused, or did not respond. */
export class FunctionFailed extends Error {
  readonly code: string | undefined;
  readonly advice: string | undefined;

  constructor({ error, code, message }: { error: unknown; code: string | undefined; message?: string | undefined }) {
    super(error instanceof Error ? error.message : 'the function failed', { cause: error });
    this.code = code;
    this.advice = message;
  }
}
