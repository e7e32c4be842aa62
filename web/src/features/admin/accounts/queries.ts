/** People and the panel's actions on them: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { ListPeople } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/data-list';

export type {
  OwnSession as PersonSession,
  PeoplePage,
  Person,
  PersonDetail,
  PersonEvent,
  Role,
} from '@/generated/functions';

export const PEOPLE = ['people'];

export function peopleQuery({ page, ...filters }: FilterValues<'search' | 'role' | 'subscription' | 'state'>) {
  const body = { ...orNull(filters), page };
  return queryOptions({
    queryKey: [...PEOPLE, 'list', body],
    queryFn: () => functionAnswer('list-people', body as ListPeople),
    staleTime: 0,
  });
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...PEOPLE, id],
    queryFn: () => functionAnswer('read-person', { user_id: id }),
    staleTime: 0,
  });
}
