/** Members, income, and the panel's actions on a membership: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { ListMembers } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/data-list';

export type {
  Courtesy,
  Income,
  Member,
  MemberAction as MemberRequest,
  MemberDetail,
  MemberState,
  MemberSubscription,
  MembersPage,
  MonthFigures,
  Receipt,
} from '@/generated/functions';

const MEMBERS = ['admin-members'];

export const CHANGED = [MEMBERS, ['audit']];

export function membersQuery({ page, ...filters }: FilterValues<'search' | 'state' | 'plan'>) {
  const body = { ...orNull(filters), page };
  return queryOptions({
    queryKey: [...MEMBERS, 'list', body],
    queryFn: () => functionAnswer('list-members', body as ListMembers),
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
