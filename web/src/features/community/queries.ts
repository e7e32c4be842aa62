/** The data of community and forum. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { unreadKey } from '@/entities/community-unread';
import { askAtOnce, type DataClient, getDataClient, type Selected, unwrap } from '@/lib/backend';
import { eventsSince, type LiveEvent, position } from '@/lib/live-events';
import { firstPicture, PICTURES_PATH } from './pictures/pictures-path';

/** The channel that opens first. */
export const FIRST_CHANNEL = '1';

export const POSTS_PER_PAGE = 20;
const MAX_PINNED = 10;

const CHANNEL_COLUMNS = 'id,name,description,is_private,is_waiting,created_by,member_count,created_at';

export type Channel = Selected<'channels', typeof CHANNEL_COLUMNS>;
const CATEGORY_COLUMNS = 'id,name,color';

export type Category = Selected<'community_categories', typeof CATEGORY_COLUMNS>;
const POST_COLUMNS =
  'id,title,excerpt,category_id,channel_id,tags,author_id,is_pinned,is_hidden,hidden_because,is_locked,is_deleted,likes_count,comments_count,accepted_count,views_count,created_at,edited_at,last_activity_at';

type PostColumns = Selected<'community_posts', typeof POST_COLUMNS>;

/** A post in a list, with the caller's own like and what was read of it. */
export interface Post extends PostColumns {
  community_likes: readonly { user_id: string }[];
  post_states: readonly Selected<'post_states', 'read_at,level'>[];
}

export interface WholePost extends Post {
  content: string | null;
  content_html: string | null;
  deleted_at: string | null;
  /** The lesson that it is about. */
  lessons: { id: string; title: string } | null;
}

/** Filters and order of a list of posts. */
export interface FeedFilters {
  channel: string;
  category?: string | undefined;
  /** Lesson that the posts are about. */
  lesson?: string | undefined;
  /** State of the topics: without an answer, or with an accepted one. */
  state?: 'sem-resposta' | 'resolvidas' | undefined;
  order: 'created_at' | 'last_activity_at';
}

export const communityKeys = {
  all: ['community'] as const,
  channels: ['community', 'channels'] as const,
  memberships: ['community', 'memberships'] as const,
  unread: unreadKey,
  newComments: ['community', 'new-comments'] as const,
  feeds: ['community', 'feed'] as const,
  post: (id: string) => ['community', 'post', id] as const,
  comments: (id: string) => ['community', 'comments', id] as const,
};

export function channelsQuery() {
  return queryOptions({
    queryKey: communityKeys.channels,
    queryFn: ({ signal }): Promise<Channel[]> =>
      askAtOnce((client) =>
        client.from('channels').select(CHANNEL_COLUMNS).order('created_at').order('id').abortSignal(signal),
      ),
  });
}

/**
 * Returns the way in which the person creates channels: at once (`members`), with `approval`, or not at all (`staff`).
 */
export function channelCreationQuery() {
  return queryOptions({
    queryKey: ['community', 'channel-creation'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }): Promise<string> => askAtOnce((client) => client.rpc('channel_creation').abortSignal(signal)),
  });
}

/** Number of comments that are new under each post of a channel that the person has opened; 100 means 'or more'. */
export function newCommentsQuery(channel: string) {
  return queryOptions({
    queryKey: [...communityKeys.newComments, channel],
    queryFn: async ({ signal }): Promise<Map<string, number>> => {
      const rows = await askAtOnce((client) =>
        client.rpc('unread_comments', { channel_id: channel }).abortSignal(signal),
      );
      return new Map(rows.map(({ post_id, count }) => [post_id, count]));
    },
  });
}

export function categoriesQuery() {
  return queryOptions({
    queryKey: ['community', 'categories'],
    queryFn: ({ signal }): Promise<Category[]> =>
      askAtOnce((client) =>
        client
          .from('community_categories')
          .select(CATEGORY_COLUMNS)
          .eq('is_active', true)
          .order('sort_order')
          .abortSignal(signal),
      ),
  });
}

/**
 * Time until which the person had read a channel, or `null`. Not requested again while the page shows its new posts.
 */
export function channelReadQuery(userId: string, channel: string) {
  return queryOptions({
    queryKey: ['community', 'channel-read', userId, channel],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<string | null> => {
      const row = await askAtOnce<Selected<'channel_states', 'read_at'> | null>((client) =>
        client
          .from('channel_states')
          .select('read_at')
          .eq('user_id', userId)
          .eq('channel_id', channel)
          .abortSignal(signal)
          .maybeSingle(),
      );
      return row?.read_at ?? null;
    },
  });
}

export const LIST_SELECT = `${POST_COLUMNS},community_likes(user_id),post_states(read_at,level)` as const;

/** The key of the first picture of each post that shows one. */
export function firstPicturesQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['community', 'first-pictures', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const rows = await askAtOnce((client) =>
        client
          .from('community_posts')
          .select('id,content')
          .in('id', [...ids])
          .like('content', `%](${PICTURES_PATH}%`)
          .abortSignal(signal),
      );
      return new Map(rows.flatMap(({ id, content }) => firstPicture(content ?? '').map((key) => [id, key] as const)));
    },
    // A list that grows keeps those it has.
    placeholderData: (known) => known,
  });
}

/** The posts of a list, the newest first. */
function listed(client: DataClient, filters: FeedFilters, isPinned: boolean) {
  let query = client
    .from('community_posts')
    .select(LIST_SELECT)
    .eq('channel_id', filters.channel)
    .eq('is_pinned', isPinned)
    .eq('is_deleted', false)
    .order(filters.order, { ascending: false })
    .order('id', { ascending: false });
  if (filters.category) query = query.eq('category_id', filters.category);
  if (filters.lesson) query = query.eq('lesson_id', filters.lesson);
  return query;
}

/** Pinned posts stand above the others, and are on the first page only. */
export function pinnedQuery(filters: FeedFilters) {
  return queryOptions({
    queryKey: [...communityKeys.feeds, filters, 'pinned'],
    queryFn: async ({ signal }): Promise<Post[]> => {
      const began = position();
      const query = listed(await getDataClient(), filters, true);
      const answer = await query.limit(MAX_PINNED).abortSignal(signal).overrideTypes<Post[], { merge: false }>();
      return withEvents(unwrap(answer), began);
    },
  });
}

/** The place in a list after which the next page begins. */
export interface Cursor {
  at: string;
  id: string;
}

export function feedQuery(filters: FeedFilters) {
  return infiniteQueryOptions({
    queryKey: [...communityKeys.feeds, filters, 'posts'],
    initialPageParam: null as Cursor | null,
    queryFn: async ({ signal, pageParam }): Promise<Post[]> => {
      const began = position();
      let query = listed(await getDataClient(), filters, false);
      if (filters.state === 'sem-resposta') query = query.eq('comments_count', 0);
      if (filters.state === 'resolvidas') query = query.gt('accepted_count', 0);
      if (pageParam) {
        const { at, id } = pageParam;
        query = query.or(`${filters.order}.lt."${at}",and(${filters.order}.eq."${at}",id.lt.${id})`);
      }
      const answer = await query.limit(POSTS_PER_PAGE).abortSignal(signal).overrideTypes<Post[], { merge: false }>();
      return withEvents(unwrap(answer), began);
    },
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === POSTS_PER_PAGE ? { at: last[filters.order], id: last.id } : undefined;
    },
  });
}

/** The posts with what changed since they were asked for. */
export function withEvents<T extends Post>(posts: T[], began: number): T[] {
  return eventsSince(began, 'community_posts').reduce(applyToPosts, posts) as T[];
}

/** Columns of an event that the given row has too. */
export function known<T extends object>(row: T, changed: Partial<T>): T {
  const same = Object.entries(changed).filter(([name]) => name in row);
  return { ...row, ...Object.fromEntries(same) };
}

/** The posts after a change; new posts are not added, the page offers them. */
export function applyToPosts<T extends Post>(posts: T[], { type, row }: LiveEvent<'community_posts'>): T[] {
  const index = posts.findIndex(({ id }) => id === row.id);
  const before = posts[index];
  if (!before) return posts;
  if (type === 'DELETE') return posts.filter(({ id }) => id !== row.id);
  return posts.with(index, known(before, row as Partial<T>));
}
