import { useQuery } from '@tanstack/react-query';
import type { Access } from '@/entities/access';
import { Avatar, profilesQuery } from '@/entities/member';
import { useSession } from '@/entities/session';
import { Button } from '@/ui/button';
import { LateMenu } from '@/ui/menu';
import { latePart } from '@/ui/start/late-part';

const OpenAccountMenu = latePart(() => import('./open-account-menu'));

/** Menu with the signed-in person, the person's own pages, and the sign-out. */
export function AccountMenu({ viewer }: { viewer: Pick<Access, 'isAdmin' | 'subscription'> }) {
  const { user } = useSession();
  const profile = useQuery(profilesQuery(user ? [user.id] : [])).data?.get(user?.id ?? '');
  if (!user) return null;
  const trigger = (
    <Button variant="ghost" size="icon" aria-label="Sua conta" className="shrink-0">
      <Avatar profile={profile ?? undefined} id={user.id} className="size-8" />
    </Button>
  );
  return (
    <LateMenu trigger={trigger}>
      <OpenAccountMenu
        trigger={trigger}
        email={user.email ?? user.phone ?? ''}
        name={profile?.display_name?.trim()}
        viewer={viewer}
      />
    </LateMenu>
  );
}
