import { useQuery } from '@tanstack/react-query';
import { CircleHelp, LockOpen, type LucideIcon, MessagesSquare, UserRound } from 'lucide-react';
import { isLive, paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatCount } from '@/lib/format';
import { Link, LinkArrow } from '@/ui/link';
import type { MemberAccess } from './gates';
import { displayNameQuery, newContentsQuery } from './queries';
import { useUnread } from './unread';

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
    about: 'Artigos, vídeos e podcasts',
    icon: LockOpen,
  },
  { path: paths.membersForum, title: 'Fórum', about: 'Perguntas abertas e respostas da turma', icon: CircleHelp },
  { path: paths.membersProfile, title: 'Meu Perfil', about: 'Nome, empresa e experiência', icon: UserRound },
];

const shortcuts: readonly Shortcut[] = SHORTCUTS.filter(({ path }) => isLive(path));

/** Returns the news behind each tile, by its address. Tiles without news have `undefined`. */
function useNews(access: MemberAccess): Readonly<Record<string, string | undefined>> {
  const { community, forum } = useUnread(access);
  const { data: contents = 0 } = useQuery(newContentsQuery(access.user.id));
  const { data: name } = useQuery(displayNameQuery(access.user.id));
  return {
    [paths.membersCommunity]:
      community > 0 ? formatCount(community, 'publicação nova', 'publicações novas') : undefined,
    [paths.membersForum]: forum > 0 ? formatCount(forum, 'tópico novo', 'tópicos novos') : undefined,
    [paths.membersContents]:
      contents > 0 ? `${formatCount(contents, 'conteúdo novo', 'conteúdos novos')} nesta semana` : undefined,
    [paths.membersProfile]: name === null ? 'Diga aos outros membros quem você é' : undefined,
  };
}

/** The owner manages what members read: the members' list is for subscribers. */
const inPanel = {
  href: signedInPaths.adminContents({ publico: 'members' }),
  about: 'Escrever e publicar para membros',
};

export function QuickAccess({ access }: { access: MemberAccess }) {
  const news = useNews(access);
  return (
    <nav aria-label="Acesso rápido" className="grid border-t border-l border-border sm:grid-cols-2">
      {shortcuts.map(({ path, title, icon: Icon, ...shortcut }) => {
        const isManaged = path === paths.membersContents && !access.subscribed;
        const { href, about } = isManaged ? inPanel : { href: path, about: shortcut.about };
        return (
          <Link
            key={path}
            href={href}
            className="group grid grid-cols-[auto_1fr_auto] items-start gap-x-4 border-r border-b border-border p-5 transition-colors duration-(--dur-1) hover:bg-card sm:last:odd:col-span-2"
          >
            <Icon aria-hidden="true" className="mt-1.5 size-4.5" strokeWidth={1.6} />
            <span>
              <span className="block type-title-2">{title}</span>
              {news[path] && !isManaged ? (
                <span className="block font-label text-small text-north">{news[path]}</span>
              ) : (
                <span className="block type-meta">{about}</span>
              )}
            </span>
            <LinkArrow className="mt-1.5 text-muted-foreground group-hover:text-north" />
          </Link>
        );
      })}
    </nav>
  );
}
