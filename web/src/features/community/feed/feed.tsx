import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { type ComponentType, Fragment, Suspense, useEffect, useRef, useState } from 'react';
import { profilesQuery } from '@/entities/member';
import { formatCount } from '@/lib/format';
import { useLive } from '@/lib/live';
import type { LiveEvent } from '@/lib/live-events';
import { useShown, whenShown } from '@/lib/shown';
import { useNow } from '@/lib/use-now';
import { useSummary } from '@/lib/use-summary';
import { LoadFailed } from '@/ui/loaded';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { latePart } from '@/ui/start/late-part';
import { useFocusOnAdded } from '@/widgets/load-more';
import { MoreButton } from '@/widgets/more-button';
import { markChannelRead } from '../actions';
import { applyPostEvent } from '../cache';
import {
  categoriesQuery,
  channelReadQuery,
  communityKeys,
  type FeedFilters,
  feedQuery,
  firstPicturesQuery,
  newCommentsQuery,
  type Post,
  pinnedQuery,
} from '../queries';
import type { PostCardProps } from './post-card';
import type { usePosting } from './posting';

const LiveNotes = latePart(() => import('./live-notes'));
const WaitingPosts = latePart(() => whenShown().then(() => import('./waiting-posts')));

export interface FeedProps {
  userId: string;
  filters: FeedFilters;
  row: ComponentType<PostCardProps>;
  /** True if the rows show the first picture of their post. */
  showsPictures?: boolean;
  empty: { title: string; description: string };
  /** Posts that the person is sending to this list. They are shown on top until the list has them. */
  posting: ReturnType<typeof usePosting>;
  onTakenBack?: (() => void) | undefined;
}

/** The posts of a channel, live: changes show at once, new posts wait behind a button so that nothing moves. */
export function Feed({ userId, filters, row: Row, showsPictures = false, empty, posting, onTakenBack }: FeedProps) {
  const queryClient = useQueryClient();
  const items = useRef<HTMLUListElement>(null);
  const now = useNow();
  const pinned = useQuery(pinnedQuery(filters));
  const list = useInfiniteQuery(feedQuery(filters));
  // The posts about one lesson are not the whole channel, which stays unread.
  const read = useReadPosition(userId, filters.channel, filters.lesson ? 0 : list.dataUpdatedAt);
  const { arrived, arrive, forget } = useArrived(filters);
  const refresh = () => {
    forget();
    void queryClient.invalidateQueries({ queryKey: [...communityKeys.feeds, filters] });
    void queryClient.invalidateQueries({ queryKey: [...communityKeys.newComments, filters.channel] });
  };
  const offline = useLive([{ table: 'community_posts', filter: `channel_id=eq.${filters.channel}` }], {
    onEvent: (event) => {
      const change = event as LiveEvent<'community_posts'>;
      applyPostEvent(queryClient, change);
      const { id, author_id: author, category_id: category, lesson_id: lesson, is_deleted: gone } = change.row;
      const isMeant =
        (!filters.category || category === filters.category) && (!filters.lesson || lesson === filters.lesson);
      if (change.type === 'INSERT' && id && author !== userId && isMeant && !gone && !posting.sent.has(id)) arrive(id);
    },
    onGap: refresh,
  });
  const summary = useSummary(arrived > 0 ? formatCount(arrived, 'nova publicação', 'novas publicações') : '');
  const posts = [...(pinned.data ?? []), ...(list.data?.pages.flat() ?? [])];
  const isListed = Boolean(list.data && pinned.data);
  // With the person's own, so that a first post does not make the list wait again.
  const profiles = useQuery(profilesQuery(isListed ? [userId, ...posts.map((post) => post.author_id)] : []));
  const categories = useQuery(categoriesQuery());
  const newComments = useQuery(newCommentsQuery(filters.channel));
  const pictures = useQuery(firstPicturesQuery(showsPictures && isListed ? posts.map(({ id }) => id) : []));
  // Names and badges arrive with the posts: later they would move what is below them.
  const isWaiting = read.isLoading || [profiles, categories, newComments, pictures].some(({ isLoading }) => isLoading);
  useShown((isListed && !isWaiting) || list.isError || pinned.isError);
  const focusOnAdded = useFocusOnAdded(items, posts.length);
  if (!list.data || !pinned.data || isWaiting) {
    const failed = list.isError ? list : pinned;
    return (
      <>
        <Suspense>
          <WaitingPosts posting={posting} posts={[]} onTakenBack={onTakenBack} />
        </Suspense>
        {failed.isError ? (
          <LoadFailed title="Não foi possível carregar as publicações." query={failed} />
        ) : (
          <FeedSkeleton />
        )}
      </>
    );
  }
  const { readAt } = read;
  const isNew = (post: Post) => readAt !== null && post.author_id !== userId && post.created_at > readAt;
  const firstRead = posts.findIndex((post) => !post.is_pinned && !isNew(post));
  const showsLine = posts.some((post) => !post.is_pinned && isNew(post)) && filters.order === 'created_at';
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {summary}
      </p>
      <Suspense>
        {(offline || arrived > 0) && (
          <LiveNotes
            offline={offline}
            arrived={arrived}
            onShow={() => {
              refresh();
              // They are shown on top.
              if (items.current && items.current.getBoundingClientRect().top < 0) items.current.scrollIntoView();
            }}
          />
        )}
      </Suspense>
      <Suspense>
        <WaitingPosts posting={posting} posts={posts} onTakenBack={onTakenBack} />
      </Suspense>
      {posts.length === 0 && <Empty {...empty} />}
      <ul ref={items} className="scroll-mt-28 border-b border-border empty:hidden">
        {posts.map((post, index) => (
          <Fragment key={post.id}>
            {showsLine && index === firstRead && (
              <li className="flex items-center gap-3 border-t border-border py-3 text-small text-north">
                <span aria-hidden="true" className="h-px flex-1 bg-north" />
                <ArrowUp aria-hidden="true" className="size-3.5" strokeWidth={1.8} />
                Novas desde a sua última visita
                <span aria-hidden="true" className="h-px flex-1 bg-north" />
              </li>
            )}
            <li data-key-item="" className="scroll-my-20">
              <Row
                post={post}
                userId={userId}
                profile={profiles.data?.get(post.author_id)}
                category={categories.data?.find(({ id }) => id === post.category_id)}
                now={now}
                isNew={isNew(post)}
                newComments={newComments.data?.get(post.id) ?? 0}
                picture={pictures.data?.get(post.id)}
              />
            </li>
          </Fragment>
        ))}
      </ul>
      {list.isFetchNextPageError && (
        <LoadFailed title="Não foi possível carregar mais." query={{ refetch: list.fetchNextPage }} />
      )}
      <MoreButton list={list} onAsk={focusOnAdded} isKeyItem />
    </>
  );
}

/** Counts the new posts that the list does not show yet. */
function useArrived(filters: FeedFilters) {
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());
  const key = JSON.stringify(filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts without any
  useEffect(() => setArrived(new Set()), [key]);
  return {
    arrived: arrived.size,
    arrive: (id: string) => setArrived((known) => new Set(known).add(id)),
    forget: () => setArrived(new Set()),
  };
}

/**
 * Returns the time until which the channel had been read when it was opened. Posts that the list shows count as read,
 * so that the next visit begins after them.
 */
function useReadPosition(userId: string, channel: string, shownAt: number) {
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<{ channel: string; readAt: string | null }>();
  const { data, isSuccess, isLoading } = useQuery({
    ...channelReadQuery(userId, channel),
    enabled: opened?.channel !== channel,
  });
  useEffect(() => {
    if (isSuccess && opened?.channel !== channel) setOpened({ channel, readAt: data });
  }, [isSuccess, data, channel, opened]);
  const isKnown = opened?.channel === channel;
  useEffect(() => {
    if (!isKnown || shownAt === 0 || document.hidden) return;
    markChannelRead(channel, new Date(shownAt).toISOString())
      .then(() => queryClient.invalidateQueries({ queryKey: communityKeys.unread }))
      .catch((reason: unknown) => console.warn('the channel could not be marked as read', reason));
  }, [isKnown, channel, shownAt, queryClient]);
  return { readAt: isKnown ? opened.readAt : (data ?? null), isLoading: !isKnown && isLoading };
}

export function FeedSkeleton() {
  return (
    <Loading label="Carregando as publicações">
      {[1, 2, 3].map((row) => (
        <div key={row} className="grid gap-x-4 border-t border-border py-6 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Skeleton className="size-10 max-sm:hidden" />
          <div className="grid gap-3">
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-12 w-full" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
