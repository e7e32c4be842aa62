/** The audit log: what administrators, moderators and the owner's programs did. */
import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry, AuditPage } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import { daysLater, startOfDay } from '@/lib/sao-paulo';
import type { FilterValues } from '@/widgets/filters';

export type { AuditEntry, AuditPage, Mentioned, Named } from '@/generated/functions';

export type AuditValue = AuditEntry['old'];

/** Names of the rows that entries mention, by id. */
export type Names = Readonly<AuditPage['names']>;

/** Returns the first instant in São Paulo of the day `days` after a `YYYY-MM-DD`, or null for an invalid day. */
export function midnight(day: string | undefined, days = 0): string | null {
  return (day && startOfDay(day) && startOfDay(daysLater(day, days))?.toISOString()) || null;
}

export type AuditFilters = Partial<FilterValues<Record<'action' | 'since' | 'until', string>>> & { person: string };

export const auditRequest = ({ person, action = '', since, until, page = 1 }: AuditFilters) => ({
  ...orNull({ person, action }),
  since: midnight(since),
  until: midnight(until, 1),
  page,
});

export function auditQuery(filters: AuditFilters) {
  const body = auditRequest(filters);
  return queryOptions({
    queryKey: ['audit', body],
    queryFn: () => functionAnswer('list-audit-log', body),
    staleTime: 0,
  });
}
