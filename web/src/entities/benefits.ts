/** Benefits of the signed-in person's plan, line by line. */
import { queryOptions } from '@tanstack/react-query';
import type { Benefit } from '@/generated/functions';
import { functionAnswer } from '@/lib/functions';

export type { Benefit };

/** Requested again on focus: a change of plan may have come from another device. */
export function benefitsQuery(userId: string) {
  return queryOptions({
    queryKey: ['benefits', userId],
    refetchOnWindowFocus: 'always',
    queryFn: async (): Promise<Benefit[]> => (await functionAnswer('list-benefits')).lines,
  });
}
