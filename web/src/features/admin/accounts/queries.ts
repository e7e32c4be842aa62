/** People and what the panel may do with them: every call is a server function for administrators. */
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
    // The server refuses words of an address that it does not know.
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
