/** Texts that the person has sent and the server has not stored yet. They are shown at once and never lost. */
import { useCallback, useState } from 'react';
import { adviceOf } from '@/lib/errors';

export interface Sending<Text> {
  /** The id of the row, made here: sending it again stores one row. */
  id: string;
  text: Text;
  /** Reason why it was not stored, once that is known. */
  problem?: string;
}

export interface Outbox<Text> {
  waiting: readonly Sending<Text>[];
  send: (id: string, text: Text) => Promise<boolean>;
  /** Takes one out without sending it. */
  drop: (id: string) => void;
}

/**
 * Returns the texts that are not among the rows yet. A live change may bring a row before the answer to its request
 * does.
 */
export const withoutStored = <Text>(
  waiting: readonly Sending<Text>[],
  rows: readonly { id: string }[],
): readonly Sending<Text>[] => waiting.filter(({ id }) => !rows.some((row) => row.id === id));

export function useOutbox<Text>(store: (id: string, text: Text) => Promise<void>): Outbox<Text> {
  const [waiting, setWaiting] = useState<readonly Sending<Text>[]>([]);
  const drop = useCallback((id: string) => setWaiting((all) => all.filter((one) => one.id !== id)), []);
  const send = useCallback(
    async (id: string, text: Text) => {
      setWaiting((all) => [...all.filter((one) => one.id !== id), { id, text }]);
      try {
        await store(id, text);
        drop(id);
        return true;
      } catch (error) {
        console.error('a text could not be sent', error);
        const problem = adviceOf(error);
        setWaiting((all) => all.map((one) => (one.id === id ? { ...one, problem } : one)));
        return false;
      }
    },
    [store, drop],
  );
  return { waiting, send, drop };
}
