import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  AtSign,
  Bell,
  CircleCheck,
  CornerDownRight,
  Heart,
  type LucideIcon,
  MessageSquare,
  PenLine,
} from 'lucide-react';
import { paths } from '@/app/pages';
import { nameOf, type Profile, profilesQuery } from '@/entities/member';
import { cx } from '@/lib/cx';
import { formatAgo, formatDateTime } from '@/lib/format';
import { useNow } from '@/lib/use-now';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { useAction } from '@/widgets/use-action';
import { markRead, type Notice, noticesKey, noticesQuery } from './queries';

const ICONS: Record<Notice['kind'], LucideIcon> = {
  mention: AtSign,
  reply: CornerDownRight,
  comment: MessageSquare,
  accepted: CircleCheck,
  like: Heart,
  post: PenLine,
};

/** `Ana`, or `Ana e mais 4`. */
const whoDid = (notice: Notice, profile: Profile | undefined): string =>
  notice.actors > 1 ? `${nameOf(profile)} e mais ${notice.actors - 1}` : nameOf(profile);

const VERBS: Record<Notice['kind'], readonly [string, string]> = {
  mention: ['mencionou você em', 'mencionaram você em'],
  reply: ['respondeu ao seu comentário em', 'responderam ao seu comentário em'],
  comment: ['comentou em', 'comentaram em'],
  accepted: ['aceitou a sua resposta em', 'aceitaram a sua resposta em'],
  like: ['curtiu o que você escreveu em', 'curtiram o que você escreveu em'],
  post: ['publicou', 'publicaram'],
};

export function NoticesPage({ userId }: { userId: string }) {
  const list = useInfiniteQuery(noticesQuery(userId));
  const notices = list.data?.pages.flat() ?? [];
  const { data: profiles } = useQuery(profilesQuery(notices.flatMap(({ actor_id: actor }) => actor ?? [])));
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
        {hasUnread && (
          <Button variant="line" size="small" busy={all.isPending} onClick={() => all.mutate()}>
            Marcar tudo como lido
          </Button>
        )}
      </div>
      <Loaded
        query={list}
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
      {list.hasNextPage && (
        <Button
          variant="line"
          className="mt-8 max-sm:w-full"
          busy={list.isFetchingNextPage}
          busyLabel="Carregando..."
          onClick={() => void list.fetchNextPage()}
        >
          Carregar mais
        </Button>
      )}
    </div>
  );
}

function NoticeRow({ notice, profile }: { notice: Notice; profile: Profile | undefined }) {
  const Icon = ICONS[notice.kind];
  const isNew = notice.read_at === null;
  const now = useNow();
  const place = notice.comment_id ? `#c-${notice.comment_id}` : '';
  return (
    <Link
      href={`${paths.membersPost(notice.post_id ?? '')}${place}`}
      onClick={() => {
        if (isNew) markRead(notice.id).catch((reason: unknown) => console.warn('a notice was not marked', reason));
      }}
      className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-4 pl-4"
    >
      {isNew && <span aria-hidden="true" className="absolute inset-y-4 left-0 w-0.75 bg-north" />}
      <Icon aria-hidden="true" className="mt-1 size-4.5 text-muted-foreground" strokeWidth={1.6} />
      <span className="min-w-0">
        <span className={cx('block type-ui wrap-anywhere', isNew && 'font-label')}>
          {whoDid(notice, profile)} {VERBS[notice.kind][notice.actors > 1 ? 1 : 0]}{' '}
          <span className="group-hover:text-north">{notice.community_posts?.title ?? 'uma publicação removida'}</span>
        </span>
        <time dateTime={notice.updated_at} title={formatDateTime(notice.updated_at)} className="type-meta">
          {formatAgo(notice.updated_at, now)}
        </time>
        {isNew && <span className="sr-only">, novo</span>}
      </span>
    </Link>
  );
}
