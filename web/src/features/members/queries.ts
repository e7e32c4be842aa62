/** The data of the dashboard. */
import { queryOptions } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { ContentType } from '@/entities/content-kind';
import { signedInPaths } from '@/entities/signed-in-paths';
import type { Entitlement } from '@/generated/content';
import { askAtOnce, getDataClient, type Selected, unwrap } from '@/lib/backend';

/** A published content, or a post of the community. */
export interface Activity {
  id: string;
  at: string;
  lead: string;
  title: string;
  path: string;
  /** Benefit that opens it, if not everybody may read it. */
  entitlement?: Entitlement;
}

const PUBLISHED_CONTENT = 'id,slug,title,content_type,created_at,published_at,is_member_only,entitlement';

type PublishedContent = Selected<'contents', typeof PUBLISHED_CONTENT>;

const PUBLISHED_POST = 'id,title,created_at';

type PublishedPost = Selected<'community_posts', typeof PUBLISHED_POST> & {
  channels: Selected<'channels', 'name'> | null;
};

const LEADS: Readonly<Record<ContentType, string>> = {
  article: 'Novo artigo:',
  video: 'Novo vídeo:',
  audio: 'Novo podcast:',
  pdf: 'Novo PDF:',
  link: 'Novo link:',
  letter: 'Nova carta:',
};

/** Rows that are shown, and those of each kind among which they are chosen. */
const RECENT = 6;
const OF_EACH = 4;

async function recentContents(subscribed: boolean, signal: AbortSignal): Promise<Activity[]> {
  const rows: PublishedContent[] = await askAtOnce((client) =>
    client
      .from('contents')
      .select(PUBLISHED_CONTENT)
      .eq('is_published', true)
      .order('published_at', { ascending: false })
      .order('id')
      .limit(OF_EACH)
      .abortSignal(signal),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.published_at ?? row.created_at,
    lead: LEADS[row.content_type as ContentType],
    title: row.title,
    path: row.is_member_only ? exclusivePath(row.id, subscribed) : paths.content(row),
    ...(row.is_member_only && { entitlement: row.entitlement }),
  }));
}

/** The owner reads what is for members as its preview. */
const exclusivePath = (id: string, subscribed: boolean): string =>
  subscribed ? paths.membersContent(id) : signedInPaths.adminPreview(id, { isMember: true, isPhone: false });

/** The newest posts by others in the channels that the person joined; in all open ones where there is none. */
async function recentPosts(userId: string, signal: AbortSignal): Promise<Activity[]> {
  const client = await getDataClient();
  const joined = unwrap(
    await client.from('channel_members').select('channel_id').eq('user_id', userId).abortSignal(signal),
  );
  let query = client
    .from('community_posts')
    .select(`${PUBLISHED_POST},channels(name)`)
    .eq('is_deleted', false)
    .eq('is_hidden', false)
    .neq('author_id', userId);
  if (joined.length > 0) {
    query = query.in(
      'channel_id',
      joined.map((row) => row.channel_id),
    );
  }
  const rows = unwrap(
    await query
      .order('created_at', { ascending: false })
      .limit(OF_EACH)
      .abortSignal(signal)
      .overrideTypes<PublishedPost[], { merge: false }>(),
  );
  return rows.map(({ id, title, created_at: at, channels }) => ({
    id,
    at,
    lead: channels ? `Publicação em ${channels.name}:` : 'Publicação na comunidade:',
    title: title ?? '',
    path: paths.membersPost(id),
  }));
}

export function activityQuery(userId: string, subscribed: boolean) {
  return queryOptions({
    queryKey: ['members', 'activity', userId, subscribed],
    queryFn: async ({ signal }): Promise<Activity[]> => {
      const [contents, posts] = await Promise.all([recentContents(subscribed, signal), recentPosts(userId, signal)]);
      return [...contents, ...posts].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, RECENT);
    },
  });
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Number of contents for members that were published within a week. */
export function newContentsQuery(userId: string) {
  return queryOptions({
    queryKey: ['members', 'new-contents', userId],
    queryFn: async ({ signal }): Promise<number> => {
      const client = await getDataClient();
      const { count, error } = await client
        .from('contents')
        .select('id', { count: 'exact', head: true })
        .eq('is_published', true)
        .eq('is_member_only', true)
        .gt('created_at', new Date(Date.now() - WEEK_MS).toISOString())
        .abortSignal(signal);
      if (error) throw error;
      return count ?? 0;
    },
  });
}

/** The person's name. Returns `null` if there is no profile yet. */
export function displayNameQuery(userId: string) {
  return queryOptions({
    queryKey: ['members', 'display-name', userId],
    queryFn: async ({ signal }): Promise<string | null> => {
      const row = await askAtOnce<Selected<'member_profiles', 'display_name'> | null>((client) =>
        client.from('member_profiles').select('display_name').eq('user_id', userId).abortSignal(signal).maybeSingle(),
      );
      return row?.display_name ?? null;
    },
  });
}
