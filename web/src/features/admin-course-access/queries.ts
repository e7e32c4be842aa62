/** Records of access to the external courses: read and written under their rules, which admit administrators only. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CourseAccessFilters } from '@/app/paths';
import { getClient, type Row, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';

export type CourseRecord = Row<'hotmart_access'>;

export interface RecordsPage {
  records: CourseRecord[];
  total: number;
}

export const PER_PAGE = 25;

const RECORDS = ['course-access'];

/** A page of the records that match, the newest first. */
export function recordsQuery({ search = '', state = '', page = 1 }: CourseAccessFilters) {
  return queryOptions({
    queryKey: [...RECORDS, { search, state, page }],
    queryFn: async ({ signal }): Promise<RecordsPage> => {
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
      const answer = await query;
      // Beyond the last page there is nothing, which the server calls a range that cannot be satisfied.
      if (answer.error?.code === 'PGRST103') return { records: [], total: answer.count ?? 0 };
      return { records: unwrap(answer), total: answer.count ?? 0 };
    },
    staleTime: 0,
  });
}

/** What a grant by hand says. */
export interface Grant {
  email: string;
  course_url: string;
  expires_at: string | null;
}

export type RecordAct = { kind: 'grant'; grant: Grant } | { kind: 'end'; id: string } | { kind: 'ask'; email: string };

/** What came of an act; only the platform has something to say. */
export interface RecordOutcome {
  hasAccess?: boolean;
}

async function carryOut(act: RecordAct): Promise<RecordOutcome> {
  if (act.kind === 'ask') {
    return functionAnswer<RecordOutcome>('validate-hotmart-access', { email: act.email, refresh: true });
  }
  const client = await getClient();
  const records = client.from('hotmart_access');
  // What is written by hand, no answer of the platform overrules.
  const written =
    act.kind === 'grant'
      ? records.upsert({ ...act.grant, active: true, source: 'manual' }, { onConflict: 'email' })
      : records.update({ active: false, expires_at: null, source: 'manual' }).eq('id', act.id);
  unwrap(await written.select('id').single());
  return {};
}

/** Does something to a record; the list is read again. */
export function useRecordAct() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: carryOut,
    onSettled: () => queryClient.invalidateQueries({ queryKey: RECORDS }),
  });
}
