/** Actions of key sequences. */
import { PLACES } from './list';

export type Action =
  | { kind: 'move'; step: 1 | -1 }
  | { kind: 'open' | 'reply' | 'like' | 'write' | 'search' | 'help' }
  | { kind: 'go'; path: string };

/** Time after `g` for which the letter of the place is awaited. */
const AWAITED_MS = 1_500;

/** Time at which `g` was pressed, or `undefined` if no letter is awaited. */
export type Awaiting = number | undefined;

const SINGLE: Readonly<Record<string, Action>> = {
  j: { kind: 'move', step: 1 },
  k: { kind: 'move', step: -1 },
  o: { kind: 'open' },
  r: { kind: 'reply' },
  l: { kind: 'like' },
  c: { kind: 'write' },
  '/': { kind: 'search' },
  '?': { kind: 'help' },
};

/** Returns the action of a key. `awaiting` is set if the letter of a place has to follow. */
export function press(
  key: string,
  at: number,
  awaiting: Awaiting,
): { action?: Action | undefined; awaiting: Awaiting } {
  if (awaiting !== undefined && at - awaiting <= AWAITED_MS) {
    const place = PLACES.find((one) => one.key === key);
    return { action: place && { kind: 'go', path: place.path }, awaiting: undefined };
  }
  return key === 'g' ? { awaiting: at } : { action: SINGLE[key], awaiting: undefined };
}
