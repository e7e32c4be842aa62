/** The audit trail: what administrators, moderators and the owner's programs did. */
import { queryOptions } from '@tanstack/react-query';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues, ListPage } from '@/widgets/data-list';

export interface Named {
  id: string;
  /** None when the account is gone. */
  name: string | null;
}

export type AuditValue = string | Record<string, unknown> | null;

export interface Act {
  id: string;
  created_at: string;
  /** None for the owner's own program. */
  actor: Named | null;
  action: string;
  subject: string;
  person: Named | null;
  old: AuditValue;
  new: AuditValue;
  ip_address: string | null;
}

export interface AuditPage extends ListPage {
  acts: Act[];
  actions: string[];
  actors: Named[];
  names: Names;
}

export type Names = Readonly<Record<string, string>>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Midnight in São Paulo of a day as `YYYY-MM-DD`; nothing for what is no day. */
export function midnight(day: string | undefined, daysLater = 0): string | null {
  const at = Date.parse(`${day}T03:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at + daysLater * DAY_MS).toISOString();
}

export function auditQuery({
  person,
  action = '',
  since,
  until,
  page = 1,
}: Partial<FilterValues<'person' | 'action' | 'since' | 'until'>> & { person: string }) {
  const body = { ...orNull({ person, action }), since: midnight(since), until: midnight(until, 1), page };
  return queryOptions({
    queryKey: ['acts', body],
    queryFn: () => functionAnswer<AuditPage>('list-acts', body),
    staleTime: 0,
  });
}
