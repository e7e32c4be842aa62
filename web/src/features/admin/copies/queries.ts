/** The copies of the installation, and the quarantine of a restored one: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { CopiesList } from '@/generated/functions';
import { functionAnswer } from '@/lib/functions';

export type { ContinuousShown, CopiesList, CopyShown, CopyTarget, QuarantineShown } from '@/generated/functions';

export const COPIES = ['copies'];
export const QUARANTINE = ['quarantine'];

/** Interval at which the page is refreshed while a copy is being made, or continuously. */
const REFRESH_MS = 5_000;

const isRunning = (list: CopiesList | undefined): boolean =>
  (list?.continuous ?? null) !== null || (list?.copies.some(({ state }) => state === 'running') ?? false);

export const copiesQuery = queryOptions({
  queryKey: COPIES,
  queryFn: () => functionAnswer('list-copies'),
  staleTime: 0,
  refetchInterval: ({ state }) => (isRunning(state.data) ? REFRESH_MS : false),
});

export const quarantineQuery = queryOptions({
  queryKey: QUARANTINE,
  queryFn: async () => (await functionAnswer('get-quarantine')).quarantine,
  staleTime: 60_000,
});

/** Downloads a copy. `nonce` is the mailed code. */
export async function openCopy(name: string, nonce?: string): Promise<void> {
  const { url } = await functionAnswer('link-copy', nonce ? { name, nonce } : { name });
  location.assign(url);
}
