/** Records of access to the external courses, which the rules open to administrators only. */
import { queryOptions } from '@tanstack/react-query';
import { getClient, type Page, type Row, readPage, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import type { FilterValues } from '@/widgets/filters';

export type CourseRecord = Row<'hotmart_access'>;

const PER_PAGE = 25;

export const RECORDS = ['course-access'];

export type RecordFilters = FilterValues<{ search: string; state: 'open' | 'closed' }>;

export function recordsQuery({ search, state, page }: RecordFilters) {
  return queryOptions({
    queryKey: [...RECORDS, { search, state, page }],
    queryFn: async ({ signal }): Promise<Page<CourseRecord>> => {
      const client = await getClient();
      const now = new Date().toISOString();
      let query = client
        .from('hotmart_access')
        .select('*', { count: 'exact' })
        .order('created_at', { ascending: false })
        .order('id')
        .range((page - 1) * PER_PAGE, page * PER_PAGE - 1)
        .abortSignal(signal);
      if (search) query = query.ilike('email', `%${search.replace(/[%_\\]/g, '\\$&')}%`);
      if (state === 'open') query = query.eq('active', true).or(`expires_at.is.null,expires_at.gt.${now}`);
      if (state === 'closed') query = query.or(`active.is.false,expires_at.lte.${now}`);
      return readPage(await query, PER_PAGE);
    },
    staleTime: 0,
  });
}

export interface Grant {
  email: string;
  course_url: string;
  expires_at: string | null;
}

const table = async () => (await getClient()).from('hotmart_access');

// A manual grant is not changed by the platform's response.
const MANUAL = { source: 'manual' } as const;

export async function grant(fields: Grant): Promise<void> {
  const row = { ...fields, active: true, ...MANUAL };
  unwrap(await (await table()).upsert(row, { onConflict: 'email' }).select('id').single());
}

export async function end(id: string): Promise<void> {
  const changes = { active: false, expires_at: null, ...MANUAL };
  unwrap(await (await table()).update(changes).eq('id', id).select('id').single());
}

export const checkPlatform = (email: string) => functionAnswer('validate-hotmart-access', { email, refresh: true });
