import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, CreditCard, LogOut, Settings, ShieldCheck, UserRound } from 'lucide-react';
import { paths } from '@/app/pages';
import type { Access } from '@/entities/access';
import { Avatar, profilesQuery } from '@/entities/member';
import { useSession } from '@/entities/session';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';

/** Who is signed in, the person's own pages, and the way out. */
export function AccountMenu({
  viewer: { isAdmin, subscription },
}: {
  viewer: Pick<Access, 'isAdmin' | 'subscription'>;
}) {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const profile = useQuery(profilesQuery(user ? [user.id] : [])).data?.get(user?.id ?? '');
  if (!user) return null;
  const email = user.email ?? user.phone ?? '';
  const name = profile?.display_name?.trim() || email;
  const leave = () => {
    signOut().catch((reason: unknown) => console.error('sign-out failed', reason));
  };
  const go = (label: string, icon: typeof Settings, path: string) => ({ label, icon, onSelect: () => navigate(path) });
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Sua conta" className="shrink-0">
          <Avatar profile={profile ?? undefined} id={user.id} className="size-8" />
        </Button>
      }
      heading={
        <>
          <span className="block font-label [overflow-wrap:anywhere]">{name}</span>
          {email !== name && <span className="block type-meta [overflow-wrap:anywhere]">{email}</span>}
        </>
      }
      groups={[
        [
          go('Meu perfil', UserRound, paths.membersProfile),
          ...(subscription ? [go('Plano e recibos', CreditCard, paths.membersSubscription)] : []),
          go('Configurações', Settings, paths.membersSettings),
        ],
        [
          ...(isAdmin ? [go('Painel administrativo', ShieldCheck, paths.admin)] : []),
          go('Ir para o site', ArrowUpRight, paths.home),
        ],
        [{ label: 'Sair', icon: LogOut, onSelect: leave }],
      ]}
    />
  );
}
