/** People and what the panel may do with them: every call is a server function for administrators. */
import { queryOptions } from '@tanstack/react-query';
import { functionAnswer, orNull } from '@/lib/functions';
import type { FilterValues, ListPage } from '@/widgets/data-list';

export type Role = 'admin' | 'moderator';

export interface Person {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  confirmed: boolean;
  invited_at: string | null;
  banned_until: string | null;
  second_factor: boolean;
  is_anonymous: boolean;
  roles: Role[];
  access: boolean;
  plan: string | null;
}

export interface PeoplePage extends ListPage {
  people: Person[];
}

export interface PersonSession {
  id: string;
  user_agent: string | null;
  ip_address: string | null;
  aal: string;
  created_at: string | null;
  last_used_at: string | null;
}

export interface PersonEvent {
  id: string;
  created_at: string;
  action: string;
  ip_address: string | null;
  success: boolean;
  error_message: string | null;
}

export interface PersonDetail extends Person {
  providers: string[];
  ban_reason: string | null;
  subscription: {
    status: string;
    plan: string | null;
    current_period_end: string | null;
    cancel_at_period_end: boolean;
  } | null;
  factors: { id: string; factor_type: string; friendly_name: string | null; created_at: string }[];
  passkeys: { id: string; friendly_name: string | null; created_at: string; last_used_at: string | null }[];
  sessions: PersonSession[];
  events: PersonEvent[];
}

export const PEOPLE = ['people'];

export function peopleQuery({ page, ...filters }: FilterValues<'search' | 'role' | 'subscription' | 'state'>) {
  const body = { ...orNull(filters), page };
  return queryOptions({
    queryKey: [...PEOPLE, 'list', body],
    queryFn: () => functionAnswer<PeoplePage>('list-people', body),
    staleTime: 0,
  });
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...PEOPLE, id],
    queryFn: () => functionAnswer<PersonDetail>('read-person', { user_id: id }),
    staleTime: 0,
  });
}
