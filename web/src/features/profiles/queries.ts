/** The data of profiles: the own one, cards of others, the directory. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { PROFILE_COLUMNS, type Profile } from '@/entities/member';
import { ask, getClient, type Row, type Selected, type Update, unwrap } from '@/lib/backend';
import { searchWords } from '@/lib/search-text';

export type OwnProfile = Row<'member_profiles'>;

export const ownProfileKey = (userId: string) => ['own-profile', userId] as const;

/** The person's own profile; null before it was saved for the first time. */
export function ownProfileQuery(userId: string) {
  return queryOptions({
    queryKey: ownProfileKey(userId),
    queryFn: ({ signal }): Promise<OwnProfile | null> =>
      ask((client) =>
        client.from('member_profiles').select('*').eq('user_id', userId).abortSignal(signal).maybeSingle(),
      ),
  });
}

/** Stores the profile, whether or not there is one already. */
export const saveProfile = (userId: string, values: Update<'member_profiles'>) =>
  ask((client) => client.from('member_profiles').upsert({ ...values, user_id: userId }, { onConflict: 'user_id' }));

export type MemberCard = Profile &
  Pick<OwnProfile, 'bio' | 'linkedin_url' | 'website_url' | 'join_date'> & { posts: number; accepted: number };

/**
 * Profile of another member as members see it, with the number of that person's texts. Returns `null` if there is no
 * profile.
 */
export function memberQuery(userId: string) {
  return queryOptions({
    queryKey: ['member', userId],
    queryFn: async ({ signal }): Promise<MemberCard | null> => {
      const client = await getClient();
      const counted = { count: 'exact', head: true } as const;
      const [card, posts, accepted] = await Promise.all([
        client
          .from('member_profiles')
          .select(`${PROFILE_COLUMNS},bio,linkedin_url,website_url,join_date`)
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
        client
          .from('community_posts')
          .select('id', counted)
          .eq('author_id', userId)
          .eq('is_deleted', false)
          .abortSignal(signal),
        client
          .from('community_comments')
          .select('id', counted)
          .eq('author_id', userId)
          .eq('is_accepted', true)
          .eq('is_deleted', false)
          .abortSignal(signal),
      ]);
      const found = unwrap<Omit<MemberCard, 'posts' | 'accepted'> | null>(card);
      return found && { ...found, posts: posts.count ?? 0, accepted: accepted.count ?? 0 };
    },
  });
}

const WRITTEN_POST_COLUMNS = 'id,title,created_at,comments_count';

export type WrittenPost = Selected<'community_posts', typeof WRITTEN_POST_COLUMNS>;

const RECENT_POSTS = 10;

/** The newest posts of a member that the caller may read. */
export function postsOfQuery(userId: string) {
  return queryOptions({
    queryKey: ['member', userId, 'posts'],
    queryFn: ({ signal }): Promise<WrittenPost[]> =>
      ask((client) =>
        client
          .from('community_posts')
          .select(WRITTEN_POST_COLUMNS)
          .eq('author_id', userId)
          .eq('is_deleted', false)
          .order('created_at', { ascending: false })
          .limit(RECENT_POSTS)
          .abortSignal(signal),
      ),
  });
}

export const MEMBERS_PER_PAGE = 30;

/** The members who are listed, by name; every word of the search occurs in name, company or position. */
export function directoryQuery({ search, level }: { search: string | undefined; level: string | undefined }) {
  return infiniteQueryOptions({
    queryKey: ['directory', search ?? '', level ?? ''],
    initialPageParam: 0,
    queryFn: async ({ signal, pageParam }): Promise<{ rows: Profile[]; total: number }> => {
      const client = await getClient();
      let query = client
        .from('member_profiles')
        .select(PROFILE_COLUMNS, { count: 'exact' })
        .eq('in_directory', true)
        .not('display_name', 'is', null);
      for (const word of searchWords(search ?? '')) query = query.like('search_text', `%${word}%`);
      if (isLevel(level)) query = query.eq('experience_level', level);
      const answer = await query
        .order('display_name')
        .order('user_id')
        .range(pageParam, pageParam + MEMBERS_PER_PAGE - 1)
        .abortSignal(signal);
      return { rows: unwrap(answer), total: answer.count ?? 0 };
    },
    getNextPageParam: (page, pages) => {
      const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
      return page.rows.length > 0 && loaded < page.total ? loaded : undefined;
    },
    placeholderData: (known) => known,
  });
}

const LEVEL_WORDS = ['iniciante', 'intermediario', 'avancado', 'expert'] as const;

export const isLevel = (word: string | undefined): word is Profile['experience_level'] =>
  LEVEL_WORDS.some((level) => level === word);
