import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Backend, getClient, type Insert, type Row, type Update, unwrap } from '@/lib/backend';
import { NotSignedIn } from '@/lib/errors';

const ROW_COLUMNS =
  'id,title,content_type,category,is_published,is_featured,is_member_only,created_at,published_at,read_time,thumbnail_url,tags' as const;

export type ContentRow = Pick<Content, Columns<typeof ROW_COLUMNS>>;

type Columns<List extends string> = List extends `${infer First},${infer Rest}` ? First | Columns<Rest> : List;

export type Content = Row<'contents'>;

const PAGE_SIZE = 50;
const RECENT = 5;

const newestFirst = (client: Backend) =>
  client.from('contents').select(ROW_COLUMNS, { count: 'exact' }).order('created_at', { ascending: false }).order('id');

export const contentsQuery = infiniteQueryOptions({
  queryKey: ['contents', 'admin', 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const request = newestFirst(await getClient()).range(pageParam, pageParam + PAGE_SIZE - 1);
    const answer = await request.abortSignal(signal);
    const rows: ContentRow[] = unwrap(answer);
    return { rows, total: answer.count ?? rows.length };
  },
  initialPageParam: 0,
  getNextPageParam: (last, pages) => {
    const shown = pages.reduce((sum, page) => sum + page.rows.length, 0);
    return last.rows.length > 0 && shown < last.total ? shown : undefined;
  },
});

export const recentContentsQuery = queryOptions({
  queryKey: ['contents', 'admin', 'recent'],
  queryFn: async ({ signal }): Promise<ContentRow[]> =>
    unwrap(
      await newestFirst(await getClient())
        .limit(RECENT)
        .abortSignal(signal),
    ),
});

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
      const request = client.from('contents').select('id', { count: 'exact' }).limit(1);
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

/** One content with its texts and files; null when it does not exist. Never cached, so that nobody edits an old copy. */
export function contentQuery(id: string) {
  return queryOptions({
    queryKey: ['contents', 'admin', 'one', id],
    queryFn: async ({ signal }): Promise<Content | null> => {
      const client = await getClient();
      return unwrap(await client.from('contents').select('*').eq('id', id).abortSignal(signal).maybeSingle());
    },
    staleTime: 0,
    gcTime: 0,
  });
}

export type CategoryOption = Pick<Row<'categories'>, 'id' | 'name'>;

export const categoryOptionsQuery = queryOptions({
  queryKey: ['categories', 'options'],
  queryFn: async ({ signal }): Promise<CategoryOption[]> => {
    const client = await getClient();
    return unwrap(await client.from('categories').select('id,name').order('name').abortSignal(signal));
  },
});

export const CONTENTS = ['contents'];

const now = () => new Date().toISOString();

/** The form's columns. The category's name is not written: it follows from `category_id`. */
export type ContentFields = Omit<Insert<'contents'>, 'id' | 'author_id' | 'created_at' | 'updated_at' | 'published_at'>;

async function createContent(fields: ContentFields): Promise<Content | null> {
  const client = await getClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new NotSignedIn();
  const row = {
    ...fields,
    author_id: data.session.user.id,
    ...(fields.is_published ? { published_at: now() } : {}),
  };
  return unwrap(await client.from('contents').insert(row).select().single());
}

async function updateContent(id: string, fields: Update<'contents'>): Promise<Content | null> {
  const client = await getClient();
  const changes = { ...fields, updated_at: now() };
  return unwrap(await client.from('contents').update(changes).eq('id', id).select().single());
}

/** The first publication sets the date; withdrawing and publishing again keeps it. */
function firstPublication(before: Pick<Content, 'published_at'>, publish: boolean | undefined): Update<'contents'> {
  return publish && !before.published_at ? { published_at: now() } : {};
}

export function useSaveContent(existing: Content | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: ContentFields) =>
      existing
        ? updateContent(existing.id, { ...fields, ...firstPublication(existing, fields.is_published) })
        : createContent(fields),
    // Not awaited: the content is saved already.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: CONTENTS }),
  });
}

export type ContentFlag = 'is_featured' | 'is_published';

export function toggleContent(content: ContentRow, flag: ContentFlag) {
  const value = !content[flag];
  const published = flag === 'is_published' ? firstPublication(content, value) : {};
  return updateContent(content.id, { [flag]: value, ...published });
}

export async function deleteContent(id: string): Promise<void> {
  const client = await getClient();
  unwrap(await client.from('contents').delete().eq('id', id));
}
