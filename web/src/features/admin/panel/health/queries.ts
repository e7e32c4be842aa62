/** The state of the installation: a server function for administrators. */
import { queryOptions } from '@tanstack/react-query';
import { functionAnswer } from '@/lib/functions';

export type { HealthPoint, HealthReport } from '@/generated/functions';

/** Interval at which the open page is refreshed. */
const REFRESH_MS = 20_000;

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: () => functionAnswer('read-health'),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
