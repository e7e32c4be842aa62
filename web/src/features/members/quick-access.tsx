import { CircleHelp, LockOpen, type LucideIcon, MessagesSquare, UserRound } from 'lucide-react';
import { isLive, paths } from '@/app/pages';
import { Link, LinkArrow } from '@/ui/link';

interface Shortcut {
  path: string;
  title: string;
  about: string;
  icon: LucideIcon;
}

const SHORTCUTS: readonly Shortcut[] = [
  {
    path: paths.membersCommunity,
    title: 'Comunidade',
    about: 'Canais por assunto, entre líderes',
    icon: MessagesSquare,
  },
  {
    path: paths.membersContents,
    title: 'Conteúdos Exclusivos',
    about: 'Artigos, vídeos e podcasts para membros',
    icon: LockOpen,
  },
  { path: paths.membersForum, title: 'Fórum', about: 'Perguntas abertas e respostas da turma', icon: CircleHelp },
  { path: paths.membersProfile, title: 'Meu Perfil', about: 'Nome, empresa e experiência', icon: UserRound },
];

/** The parts of the members' area there are. */
export const shortcuts: readonly Shortcut[] = SHORTCUTS.filter(({ path }) => isLive(path));

export function QuickAccess() {
  return (
    <nav aria-label="Acesso rápido" className="grid border-t border-l border-border sm:grid-cols-2">
      {shortcuts.map(({ path, title, about, icon: Icon }) => (
        <Link
          key={path}
          href={path}
          className="group grid grid-cols-[auto_1fr_auto] items-start gap-x-4 border-r border-b border-border p-5 transition-colors duration-(--dur-1) hover:bg-card sm:last:odd:col-span-2"
        >
          <Icon aria-hidden="true" className="mt-1.5 size-4.5" strokeWidth={1.6} />
          <span>
            <span className="block type-title-2">{title}</span>
            <span className="block type-meta">{about}</span>
          </span>
          <LinkArrow className="mt-1.5 text-muted-foreground group-hover:text-north" />
        </Link>
      ))}
    </nav>
  );
}
