/** The figures of the panel's first page: one server function for administrators. */
import { queryOptions } from '@tanstack/react-query';
import { functionAnswer } from '@/lib/functions';

export type { OverviewFigures } from '@/generated/functions';

export const overviewQuery = queryOptions({
  queryKey: ['panel-overview'],
  queryFn: () => functionAnswer('read-overview'),
  staleTime: 0,
});
