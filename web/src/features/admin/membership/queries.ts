/** Members, what they bring in, and what the panel may do with a membership: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues, ListPage } from '@/widgets/data-list';

export type MemberState = 'active' | 'ending' | 'grace' | 'courtesy' | 'pending' | 'suspended' | 'ended';

/** One member, as the list shows it. Amounts in centavos. */
export interface Member {
  id: string;
  name: string | null;
  email: string | null;
  plan: string | null;
  state: MemberState;
  status: string;
  reason: string | null;
  since: string | null;
  /** Null where there is no access, or where it has no end yet. */
  until: string | null;
  period_end: string | null;
  ends: boolean;
  courtesy_until: string | null;
  paid_at: string | null;
  paid_amount: number | null;
}

export interface MembersPage extends ListPage {
  members: Member[];
}

export interface MemberSubscription {
  id: string;
  plan: string | null;
  status: string;
  started_at: string | null;
  current_period_end: string | null;
  cancel_at_period_end: boolean;
  canceled_at: string | null;
  ended_at: string | null;
  past_due_since: string | null;
  refunded_at: string | null;
  disputed_at: string | null;
}

export interface Receipt {
  id: string;
  number: string | null;
  status: string;
  amount: number;
  created_at: string | null;
  paid_at: string | null;
  failed_at: string | null;
  refunded_at: string | null;
  hosted_url: string | null;
}

export interface Courtesy {
  id: string;
  plan: string;
  months: number;
  reason: string;
  starts_at: string | null;
  ends_at: string | null;
  revoked_at: string | null;
  created_at: string | null;
}

/** Something a member did with the own membership. `done_at` is null where the payment provider has not done it. */
export interface MemberRequest {
  act: 'cancel' | 'keep' | 'refund';
  asked_at: string | null;
  done_at: string | null;
  right: 'withdrawal' | 'guarantee' | null;
  /** What a refund gives back, in centavos. */
  amount: number | null;
  by_hand: boolean;
}

/** One member whole; `member` is null for an account that never was one. */
export interface MemberDetail {
  member: Member | null;
  id: string;
  name: string | null;
  email: string | null;
  asked_at: string | null;
  subscriptions: MemberSubscription[];
  receipts: Receipt[];
  courtesies: Courtesy[];
  own_acts: MemberRequest[];
}

/** The figures of a month, in centavos. */
export interface MonthFigures {
  /** `2026-11` */
  month: string;
  received: number;
  paying: number;
  recurring: number;
  started: number;
  ended: number;
  failed: number;
}

export interface Income {
  active: number;
  courtesies: number;
  months: MonthFigures[];
}

const MEMBERS = ['admin-members'];

export const CHANGED = [MEMBERS, ['acts']];

export function membersQuery({ page, ...filters }: FilterValues<'search' | 'state' | 'plan'>) {
  const body = { ...orNull(filters), page };
  return queryOptions({
    queryKey: [...MEMBERS, 'list', body],
    queryFn: () => functionAnswer<MembersPage>('list-members', body),
    staleTime: 0,
  });
}

export function memberQuery(id: string) {
  return queryOptions({
    queryKey: [...MEMBERS, id],
    queryFn: () => functionAnswer<MemberDetail>('read-member', { user_id: id }),
    staleTime: 0,
  });
}

export const incomeQuery = queryOptions({
  queryKey: [...MEMBERS, 'income'],
  queryFn: () => functionAnswer<Income>('read-income'),
  staleTime: 0,
});
