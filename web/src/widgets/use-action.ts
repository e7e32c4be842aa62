import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { FunctionFailed } from '@/lib/functions';
import { type ToastMessage, toast } from '@/ui/toast';

export interface ActionOptions<Input, Output> {
  run: (input: Input) => Promise<Output>;
  done?: ToastMessage | ((output: Output, input: Input) => ToastMessage);
  /** Title of the message where it fails, or the message. */
  failure: string | ((error: unknown) => ToastMessage);
  /** Read again once it ended, however that was. */
  refreshes?: readonly QueryKey[];
  onDone?: (output: Output, input: Input) => void;
  /** True where the caller has shown the failure, at a field for instance. */
  onFailed?: (error: unknown) => boolean;
}

/** Refused before anything was asked of the server. */
export class Refused extends Error {}

/** An answer, and no failure of the call: nothing for the console. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refused || (error instanceof FunctionFailed && error.advice !== undefined);

/** A failure in the server's words where it has some for people. */
export function failureMessage(title: string, error: unknown): ToastMessage {
  const advice = error instanceof FunctionFailed ? error.advice : undefined;
  return { title, description: advice ?? FAILURE_ADVICE[failureOf(error).kind], tone: 'destructive' };
}

/**
 * Something that is done on the server: what is shown is read again, then a message says how it went. `mutate` starts it,
 * `isPending` lasts until what it changed has been read.
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
