import { queryOptions } from '@tanstack/react-query';
import { inOrder } from '@/entities/category-order';
import type { Database } from '@/generated/database';
import { ask, getClient, type Insert, type Row, type Selected, type Update, unwrap } from '@/lib/backend';
import { NotSignedIn } from '@/lib/errors';
import { Refused } from '@/widgets/use-action';

const ROW_COLUMNS =
  'id,slug,title,content_type,category,is_published,is_featured,is_member_only,created_at,published_at,publish_at,visible_from,read_time,counted_read_time,thumbnail_url,tags,version' as const;

export type ContentRow = Selected<'contents', typeof ROW_COLUMNS>;

export type Content = Row<'contents'>;

const RECENT = 5;

export const recentContentsQuery = queryOptions({
  queryKey: ['contents', 'admin', 'recent'],
  queryFn: async ({ signal }): Promise<ContentRow[]> => {
    const client = await getClient();
    const newest = client.from('contents').select(ROW_COLUMNS).is('trashed_at', null);
    return unwrap(await newest.order('created_at', { ascending: false }).order('id').limit(RECENT).abortSignal(signal));
  },
});

export type ListedContent = Database['public']['Functions']['panel_contents']['Returns']['contents'][number];

export interface ContentFilters {
  search: string;
  type: string;
  category: string;
  state: string;
  audience: string;
  sort: string;
  page: number;
}

/** A page of the contents that the filters name. */
export function contentListQuery({ search, type, category, state, audience, sort, page }: ContentFilters) {
  const filters = { search, content_type: type, category_id: category, state, audience, sort };
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value));
  return queryOptions({
    queryKey: ['contents', 'admin', 'list', given, page],
    queryFn: ({ signal }) => ask((client) => client.rpc('panel_contents', { ...given, page }).abortSignal(signal)),
  });
}

export interface ContentCounts {
  total: number;
  published: number;
  featured: number;
  drafts: number;
}

export const contentCountsQuery = queryOptions({
  queryKey: ['contents', 'admin', 'counts'],
  queryFn: async ({ signal }): Promise<ContentCounts> => {
    const client = await getClient();
    const count = async (only?: Partial<Pick<Content, 'is_published' | 'is_featured'>>) => {
      const request = client.from('contents').select('id', { count: 'exact' }).is('trashed_at', null).limit(1);
      const answer = await request.match(only ?? {}).abortSignal(signal);
      unwrap(answer);
      return answer.count ?? 0;
    };
    const [total, published, featured] = await Promise.all([
      count(),
      count({ is_published: true }),
      count({ is_featured: true }),
    ]);
    return { total, published, featured, drafts: total - published };
  },
});

/** Number of contents in the trash. */
export const trashCountQuery = queryOptions({
  queryKey: ['contents', 'admin', 'trash'],
  queryFn: async ({ signal }): Promise<number> => {
    const client = await getClient();
    const trashed = client.from('contents').select('id', { count: 'exact' }).not('trashed_at', 'is', null).limit(1);
    const answer = await trashed.abortSignal(signal);
    unwrap(answer);
    return answer.count ?? 0;
  },
});

export type Draft = Row<'content_drafts'>;

/** A content and what is unsaved of it. Returns `null` if there is none. Never cached, so that nobody edits an old copy. */
export function deskQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'admin', 'desk', id],
    queryFn: async ({ signal }): Promise<{ content: Content | null; draft: Draft | null }> => {
      const client = await getClient();
      const [content, draft] = await Promise.all([
        client.from('contents').select('*').eq('id', id).abortSignal(signal).maybeSingle(),
        client.from('content_drafts').select('*').eq('content_id', id).abortSignal(signal).maybeSingle(),
      ]);
      return { content: unwrap(content), draft: unwrap(draft) };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnReconnect: false,
  });
}

/** Drafts of contents that do not exist yet, the newest first. */
export const unfinishedQuery = queryOptions({
  queryKey: ['contents', 'admin', 'unfinished'],
  queryFn: async ({ signal }) => {
    const client = await getClient();
    const drafts = client.from('content_drafts').select('content_id,title,saved_at,version').eq('content_version', 0);
    return unwrap(await drafts.order('saved_at', { ascending: false }).limit(10).abortSignal(signal));
  },
});

/** The names of people, by id. */
export function namesQuery(ids: readonly string[]) {
  const wanted = [...new Set(ids)].sort();
  return queryOptions({
    queryKey: ['member-names', wanted],
    queryFn: async ({ signal }): Promise<Record<string, string>> => {
      if (wanted.length === 0) return {};
      const client = await getClient();
      const people = client.from('member_profiles').select('user_id,display_name').in('user_id', wanted);
      const rows = unwrap(await people.abortSignal(signal));
      const names = Object.fromEntries(rows.map((row) => [row.user_id, row.display_name ?? '']));
      // Editors read no profiles of others: they know by name those who work on contents.
      const unknown = wanted.filter((id) => !names[id]);
      if (unknown.length === 0) return names;
      const others = unwrap(await client.rpc('writer_names', { ids: unknown }).abortSignal(signal));
      return { ...names, ...(others as Record<string, string>) };
    },
  });
}

const OPTION = 'id,name';

export type CategoryOption = Selected<'categories', typeof OPTION>;

export const categoryOptionsQuery = queryOptions({
  queryKey: ['categories', 'options'],
  queryFn: async ({ signal }): Promise<CategoryOption[]> => {
    const client = await getClient();
    const all = client.from('categories').select(`${OPTION},sort_order`).order('name');
    return inOrder(unwrap(await all.abortSignal(signal)));
  },
});

export const CONTENTS = ['contents'];

const now = () => new Date().toISOString();

/** The form's columns. The category's name is not written: it follows from `category_id`. */
export type ContentFields = Omit<Insert<'contents'>, 'id' | 'author_id' | 'created_at' | 'updated_at' | 'published_at'>;

/** Creates a content under the id of its draft. */
export async function createContent(id: string, fields: ContentFields): Promise<Content> {
  const client = await getClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new NotSignedIn();
  const row = {
    ...fields,
    id,
    author_id: data.session.user.id,
  };
  return unwrap(await client.from('contents').insert(row).select().single()) as Content;
}

/** Refusal because another person saved the content meanwhile. */
export class ChangedMeanwhile extends Refused {}

/** Saves over the version that was read, not over a newer one. */
async function updateContent(before: Pick<Content, 'id' | 'version'>, fields: Update<'contents'>): Promise<Content> {
  const client = await getClient();
  const changes = { ...fields, updated_at: now() };
  const changed = client.from('contents').update(changes).eq('id', before.id).eq('version', before.version);
  const [saved] = unwrap(await changed.select());
  if (!saved) throw new ChangedMeanwhile();
  return saved;
}

export const saveContent = (before: Content, fields: ContentFields): Promise<Content> => updateContent(before, fields);

export type ContentFlag = 'is_featured' | 'is_published';

export function toggleContent(content: ContentRow, flag: ContentFlag): Promise<Content> {
  return updateContent(content, { [flag]: !content[flag] });
}

/** Into the trash, from where it can be brought back for thirty days. */
export const trashContent = (content: ContentRow): Promise<Content> =>
  updateContent(content, { trashed_at: now(), is_published: false });

/** Out of the trash; published again only where that is said. */
export const untrashContent = (content: Pick<Content, 'id' | 'version'>, publish = false): Promise<Content> =>
  updateContent(content, { trashed_at: null, is_published: publish });

/** Deletes a content permanently. */
export const deleteContent = (id: string) => ask((client) => client.from('contents').delete().eq('id', id));

const COPY = ' (cópia)';
const MAX_TITLE_LENGTH = 300;

/** A draft with the same text and files. Returns its id. */
export async function duplicateContent(id: string): Promise<string> {
  const client = await getClient();
  const content: Content | null = unwrap(await client.from('contents').select('*').eq('id', id).maybeSingle());
  if (!content) throw new ChangedMeanwhile();
  const copy = crypto.randomUUID();
  const { title, content_type, category_id, read_time, description, tags, thumbnail_url, body, file_url } = content;
  await createContent(copy, {
    title: `${title.slice(0, MAX_TITLE_LENGTH - COPY.length)}${COPY}`,
    content_type,
    category_id,
    read_time,
    description,
    tags,
    thumbnail_url,
    body,
    file_url,
    external_link: content.external_link,
    is_member_only: content.is_member_only,
    entitlement: content.entitlement,
    is_published: false,
    is_featured: false,
  });
  return copy;
}
