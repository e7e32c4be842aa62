import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { FunctionFailed } from '@/lib/function-failed';
import { type ToastMessage, toast } from '@/ui/toast';

export interface ActionOptions<Input, Output> {
  run: (input: Input) => Promise<Output>;
  done?: ToastMessage | ((output: Output, input: Input) => ToastMessage);
  /** Title of the message after a failure, or the message. */
  failure: string | ((error: unknown) => ToastMessage);
  /** Invalidated once it ended, however that was. */
  refreshes?: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** Returns true where the caller has shown the failure, at a field for instance. */
  onFailed?: (error: unknown) => boolean;
}

/** Refused before any request. */
export class Refused extends Error {}

/** A refusal is expected and not logged. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refused || (error instanceof FunctionFailed && error.advice !== undefined);

/** A failure in the server's words where it has a sentence for people. */
export function failureMessage(title: string, error: unknown): ToastMessage {
  const advice = error instanceof FunctionFailed ? error.advice : undefined;
  return { title, description: advice ?? FAILURE_ADVICE[failureOf(error).kind], tone: 'destructive' };
}

/**
 * An action on the server: invalidates what it changed, then shows a message. `mutate` starts it, `isPending` lasts until
 * the changed data has been read.
 */
export function useAction<Input = void, Output = unknown>(options: ActionOptions<Input, Output>) {
  const { run, done, failure, refreshes = [], onDone, onFailed } = options;
  const queryClient = useQueryClient();
  const refresh = () => Promise.all(refreshes.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: run,
    onSuccess: async (output, input) => {
      await refresh();
      if (done) toast(typeof done === 'function' ? done(output, input) : done);
      onDone?.(output, input);
    },
    onError: (error) => {
      void refresh();
      if (onFailed?.(error)) return;
      if (!isRefusal(error)) console.error(typeof failure === 'string' ? failure : 'an action failed', error);
      toast(typeof failure === 'string' ? failureMessage(failure, error) : failure(error));
    },
  });
}
