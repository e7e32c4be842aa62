import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '@/lib/errors';
import { type ToastMessage, toast } from '@/ui/toast';
import { failureMessage } from './failure-message';

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
const isRefusal = (error: unknown): boolean => error instanceof Refused || sentenceOf(error) !== undefined;

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
    // The messages speak of what was asked: until the answer, a live change may have rendered their caller anew.
    onMutate: () => ({ done, failure }),
    onSuccess: async (output, input, asked) => {
      await refresh();
      if (asked.done) toast(typeof asked.done === 'function' ? asked.done(output, input) : asked.done);
      onDone?.(output, input);
    },
    onError: (error, _, asked) => {
      void refresh();
      if (onFailed?.(error)) return;
      const failed = asked?.failure ?? failure;
      if (!isRefusal(error)) console.error(typeof failed === 'string' ? failed : 'an action failed', error);
      toast(typeof failed === 'string' ? failureMessage(failed, error) : failed(error));
    },
  });
}
