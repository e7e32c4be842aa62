import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  AtSign,
  Bell,
  BookOpen,
  CircleCheck,
  CornerDownRight,
  Heart,
  type LucideIcon,
  MessageSquare,
  PenLine,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { paths } from '@/app/pages';
import { type Profile, profilesQuery } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatAgo, formatDateTime } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { Button } from '@/ui/button';
import { ButtonLink, Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Empty } from '@/ui/start/empty';
import { MoreButton } from '@/widgets/more-button';
import { useAction } from '@/widgets/use-action';
import { describe } from './describe';
import { markRead, type Notice, noticesQuery } from './queries';
import { noticesKey } from './unread';

const ICONS: Record<Notice['kind'], LucideIcon> = {
  mention: AtSign,
  reply: CornerDownRight,
  comment: MessageSquare,
  accepted: CircleCheck,
  like: Heart,
  post: PenLine,
  content: BookOpen,
  moderation: ShieldCheck,
};

export function NoticesPage({ userId }: { userId: string }) {
  const list = useInfiniteQuery(noticesQuery(userId));
  const notices = list.data?.pages.flatMap(({ shown }) => shown) ?? [];
  const { data: profiles, isLoading } = useQuery(profilesQuery(notices.flatMap(({ actor_id: actor }) => actor ?? [])));
  const all = useAction({
    run: () => markRead(),
    refreshes: [noticesKey],
    failure: 'Não foi possível marcar os avisos como lidos.',
  });
  const hasUnread = notices.some((notice) => notice.read_at === null);
  return (
    <div className="max-w-192">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-4">
        <h1 className="type-display-3">Avisos</h1>
        <div className="flex flex-wrap gap-2 max-sm:-ml-3.5">
          {hasUnread && (
            <Button variant="line" size="small" busy={all.isPending} onClick={() => all.mutate()}>
              Marcar tudo como lido
            </Button>
          )}
          <ButtonLink href={paths.membersReports} variant="ghost" size="small">
            <ShieldCheck aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Moderação e bloqueios
          </ButtonLink>
          <ButtonLink href={`${paths.membersSettings}#avisos`} variant="ghost" size="small">
            <Settings aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Escolher avisos
          </ButtonLink>
        </div>
      </div>
      <Loaded
        // With the names: they may need a line more.
        query={isLoading ? { ...list, data: undefined } : list}
        failed="Não foi possível carregar os avisos."
        loading="Carregando os avisos"
        skeleton={['h-14 w-full', 'mt-3 h-14 w-full', 'mt-3 h-14 w-full']}
      >
        {() =>
          notices.length === 0 ? (
            <Empty
              icon={Bell}
              title="Nenhum aviso."
              description="Menções, respostas e curtidas aparecem aqui assim que acontecem."
            />
          ) : (
            <ul className="border-b border-border">
              {notices.map((notice) => (
                <li key={notice.id} className="border-t border-border">
                  <NoticeRow notice={notice} profile={notice.actor_id ? profiles?.get(notice.actor_id) : undefined} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreButton list={list} />
    </div>
  );
}

function NoticeRow({ notice, profile }: { notice: Notice; profile: Profile | undefined }) {
  const Icon = ICONS[notice.kind];
  const isNew = notice.read_at === null;
  const now = useNow();
  const { lead, title, href, why } = describe(notice, profile);
  return (
    <Link
      href={href}
      onClick={() => {
        if (isNew) markRead(notice.id).catch((reason: unknown) => console.warn('a notice was not marked', reason));
      }}
      className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-4 pl-4"
    >
      {isNew && <span aria-hidden="true" className="absolute inset-y-4 left-0 w-0.75 bg-north" />}
      <Icon aria-hidden="true" className="mt-1 size-4.5 text-muted-foreground" strokeWidth={1.6} />
      <span className="min-w-0">
        <span className={cx('block type-ui wrap-anywhere', isNew && 'font-label')}>
          {lead} {title && <span className="group-hover:text-north">{title}</span>}
        </span>
        <span className="block type-meta">
          <time dateTime={notice.updated_at} title={formatDateTime(notice.updated_at)}>
            {formatAgo(notice.updated_at, now)}
          </time>
          , {why}
        </span>
        {isNew && <span className="sr-only">, novo</span>}
      </span>
    </Link>
  );
}
