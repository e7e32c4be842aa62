/** The first page after a sign-in that wanted none. */
import type { QueryClient } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { grantsAccess, type Role, rolesQuery, type Subscription, subscriptionQuery } from '@/entities/access';
import { getClient } from '@/lib/backend';

/** Staff without access to the members' area begin where they work. */
export function firstPageOf(
  roles: readonly Role[],
  subscription: Pick<Subscription, 'access_until'> | null,
  now: number,
): string {
  if (roles.includes('admin') || (subscription && grantsAccess(subscription, now))) return paths.members;
  if (roles.includes('moderator')) return paths.membersModeration;
  return roles.includes('editor') ? paths.admin : paths.members;
}

/** Returns the first page of the person who has just signed in, or the members' page if it cannot be read. */
export async function firstPage(queries: QueryClient): Promise<string> {
  try {
    const { data } = await (await getClient()).auth.getSession();
    const user = data.session?.user;
    if (!user) return paths.members;
    const [roles, subscription] = await Promise.all([
      queries.fetchQuery(rolesQuery(user.id)),
      user.email ? queries.fetchQuery(subscriptionQuery(user.email)) : null,
    ]);
    return firstPageOf(roles, subscription, Date.now());
  } catch (reason) {
    console.warn('the first page could not be chosen', reason);
    return paths.members;
  }
}
