import { ArrowUpRight, CreditCard, LogOut, Settings, ShieldCheck, UserRound } from 'lucide-react';
import { paths } from '@/app/pages';
import type { Access } from '@/entities/access';
import { useSession } from '@/entities/session';
import { useNavigate } from '@/lib/router';
import MenuContent from '@/ui/menu-content';
import type { MenuProps } from '@/ui/menu-props';

interface OpenAccountMenuProps extends Pick<MenuProps, 'trigger'> {
  /** The email, or the telephone number of an account without one. */
  email: string;
  name: string | undefined;
  viewer: Pick<Access, 'isAdmin' | 'subscription'>;
}

/** The account's menu once its button was pressed. */
export default function OpenAccountMenu({
  trigger,
  email,
  name,
  viewer: { isAdmin, subscription },
}: OpenAccountMenuProps) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const leave = () => {
    signOut().catch((reason: unknown) => console.error('sign-out failed', reason));
  };
  const go = (label: string, icon: typeof Settings, path: string) => ({ label, icon, onSelect: () => navigate(path) });
  return (
    <MenuContent
      trigger={trigger}
      heading={
        <>
          <span className="block font-label [overflow-wrap:anywhere]">{name || email}</span>
          {name && email !== name && <span className="block type-meta [overflow-wrap:anywhere]">{email}</span>}
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
