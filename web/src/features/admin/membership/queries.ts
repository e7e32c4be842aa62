/** Members, income, and the panel's actions on a membership: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { ListCharges, ListMembers } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';

export type {
  AnnouncedWithdrawal,
  Charge,
  ChargesPage,
  Courtesy,
  Income,
  Member,
  MemberAction as MemberRequest,
  MemberDetail,
  MemberState,
  MemberSubscription,
  MembersPage,
  MonthFigures,
  OpenedCheckout,
  PageState,
  Receipt,
  VipGroupMember,
  VipGroupRemovals,
} from '@/generated/functions';

const MEMBERS = ['admin-members'];

export const CHANGED = [MEMBERS, ['audit']];

export type MemberFilters = FilterValues<ListMembers>;

export const memberRequest = ({ page, ...filters }: MemberFilters): ListMembers => ({ ...orNull(filters), page });

export function membersQuery(filters: MemberFilters) {
  const body = memberRequest(filters);
  return queryOptions({
    queryKey: [...MEMBERS, 'list', body],
    queryFn: () => functionAnswer('list-members', body),
    staleTime: 0,
  });
}

export type ChargeFilters = FilterValues<ListCharges>;

export const chargeRequest = ({ page, ...filters }: ChargeFilters): ListCharges => ({ ...orNull(filters), page });

export function chargesQuery(filters: ChargeFilters) {
  const body = chargeRequest(filters);
  return queryOptions({
    queryKey: [...MEMBERS, 'charges', body],
    queryFn: () => functionAnswer('list-charges', body),
    staleTime: 0,
  });
}

export function memberQuery(id: string) {
  return queryOptions({
    queryKey: [...MEMBERS, id],
    queryFn: () => functionAnswer('read-member', { user_id: id }),
    staleTime: 0,
  });
}

export const incomeQuery = queryOptions({
  queryKey: [...MEMBERS, 'income'],
  queryFn: () => functionAnswer('read-income'),
  staleTime: 0,
});

export const vipGroupQuery = queryOptions({
  queryKey: [...MEMBERS, 'vip-group'],
  queryFn: () => functionAnswer('list-vip-removals'),
  staleTime: 0,
});

export const withdrawalsQuery = queryOptions({
  queryKey: [...MEMBERS, 'withdrawals'],
  queryFn: () => functionAnswer('list-withdrawals'),
  staleTime: 0,
});
