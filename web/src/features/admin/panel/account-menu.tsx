import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, Keyboard, LayoutDashboard, LogOut, Settings, ShieldCheck, SunMoon } from 'lucide-react';
import { paths } from '@/app/pages';
import { profilesQuery } from '@/entities/member';
import { usePanelAccess } from '@/entities/panel-access';
import { useSession } from '@/entities/session';
import { signedInPaths } from '@/entities/signed-in-paths';
import { useNavigate } from '@/lib/router';
import { initialsOf } from '@/lib/start/initials';
import { chooseTheme, useTheme } from '@/lib/theme';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';

/** Menu with the signed-in person, the own settings, the site, and the sign-out. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const { user, signOut } = useSession();
  const { isAdmin } = usePanelAccess();
  const navigate = useNavigate();
  const isDark = useTheme() === 'dark';
  const profile = useQuery(profilesQuery(user ? [user.id] : [])).data?.get(user?.id ?? '');
  const email = user?.email ?? user?.phone ?? '';
  const name = profile?.display_name?.trim() || email;
  const leave = () => {
    signOut().catch((reason: unknown) => console.error('sign-out failed', reason));
  };
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Sua conta" className="shrink-0">
          <span
            aria-hidden="true"
            // No text: the button is named by its label alone.
            data-initials={initialsOf(name)}
            className="grid size-8 place-items-center rounded-sm bg-plate font-serif text-sm leading-none font-medium text-foreground before:content-[attr(data-initials)]"
          />
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
          { label: 'Minhas configurações', icon: Settings, onSelect: () => navigate(paths.membersSettings) },
          // Editors have theirs among their settings.
          ...(isAdmin
            ? [
                {
                  label: 'Verificação em duas etapas (2FA)',
                  icon: ShieldCheck,
                  onSelect: () => navigate(signedInPaths.adminPanel({ section: 'seguranca', part: '2fa' })),
                },
              ]
            : []),
        ],
        [
          { label: 'Ver site', icon: ArrowUpRight, onSelect: () => navigate(paths.home) },
          ...(isAdmin
            ? [{ label: 'Área de membros', icon: LayoutDashboard, onSelect: () => navigate(paths.members) }]
            : []),
        ],
        [
          {
            label: isDark ? 'Usar tema claro' : 'Usar tema escuro',
            icon: SunMoon,
            onSelect: () => chooseTheme(isDark ? 'light' : 'dark'),
          },
          { label: 'Atalhos do teclado', icon: Keyboard, onSelect: onHelp },
        ],
        [{ label: 'Sair', icon: LogOut, onSelect: leave }],
      ]}
    />
  );
}
