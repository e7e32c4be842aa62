/** The audit log: what administrators, moderators and the owner's programs did. */
import { queryOptions } from '@tanstack/react-query';
import type { AuditEntry, AuditPage } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/data-list';

export type { AuditEntry, AuditPage, Mentioned, Named } from '@/generated/functions';

export type AuditValue = AuditEntry['old'];

/** What entries mention, by id. */
export type Names = Readonly<AuditPage['names']>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight in São Paulo of a day as `YYYY-MM-DD`; undefined for an invalid day. */
export function midnight(day: string | undefined, daysLater = 0): string | null {
  const at = Date.parse(`${day}T03:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at + daysLater * DAY_MS).toISOString();
}

type AuditFilters = Partial<FilterValues<'person' | 'action' | 'since' | 'until'>> & { person: string };

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
    queryFn: () => functionAnswer('list-acts', body),
    staleTime: 0,
  });
}
