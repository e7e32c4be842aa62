/** People and the panel's actions on them: server functions for administrators. */
import { queryOptions } from '@tanstack/react-query';
import type { ListPeople } from '@/generated/functions';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';

export type {
  OwnSession as PersonSession,
  PeoplePage,
  Person,
  PersonDetail,
  PersonEvent,
} from '@/generated/functions';

export const PEOPLE = ['people'];

export type PeopleFilters = FilterValues<ListPeople>;

export const peopleRequest = ({ page, ...filters }: PeopleFilters): ListPeople => ({ ...orNull(filters), page });

export function peopleQuery(filters: PeopleFilters) {
  const body = peopleRequest(filters);
  return queryOptions({
    queryKey: [...PEOPLE, 'list', body],
    queryFn: () => functionAnswer('list-people', body),
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
