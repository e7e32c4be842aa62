/** The security settings and the logs, and the panel's actions on them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { retentions } from '@/generated/retention';
import { ask, getClient, type Row, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import type { Call, Written } from './values';

export const settingsQuery = queryOptions({
  queryKey: ['security-settings'],
  queryFn: async ({ signal }): Promise<Written> => {
    const rows = await ask((client) =>
      client.from('security_settings').select('setting_key,setting_value').order('setting_key').abortSignal(signal),
    );
    return new Map(rows.map((row) => [row.setting_key, row.setting_value]));
  },
});

/** Applies settings that belong together: all of them or none. */
export function useApply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ call }: { call: Call; applied: Written }) => functionAnswer(call.name, call.body),
    onSuccess: (_, { applied }) => {
      queryClient.setQueryData(settingsQuery.queryKey, (before) => new Map([...(before ?? []), ...applied]));
    },
  });
}

export const AUTH_LOGS_SHOWN = 100;

export type Outcome = 'all' | 'success' | 'failure';

export interface AuthEvent extends Row<'auth_logs'> {
  /** The account's name, else its address or number; `null` where it has none of them, none where it is gone. */
  person: string | null | undefined;
}

export const AUTH_LOGS = ['auth-logs'];

/** An address or the beginning of one. */
const ADDRESS = /^[\d.:a-f]*[.:][\d.:a-f]*$/i;

/** Accounts of one search. */
const MAX_FOUND = 25;

/** The events that match, the newest first. */
async function authLogs(outcome: Outcome, search: string, first: number, most: number, signal?: AbortSignal) {
  const client = await getClient();
  let logs = client.from('auth_logs').select('*').order('created_at', { ascending: false }).order('id');
  if (outcome !== 'all') logs = logs.eq('success', outcome === 'success');
  if (search && ADDRESS.test(search)) {
    // Between the beginning and what follows all addresses with it: an index finds them.
    const beginning = search.toLowerCase();
    logs = logs.gte('ip_address', beginning).lt('ip_address', `${beginning}~`);
  } else if (search) {
    const { people } = await functionAnswer('list-people', {
      search,
      role: null,
      subscription: null,
      state: null,
      order: null,
      page: null,
    });
    logs = logs.in(
      'user_id',
      people.slice(0, MAX_FOUND).map(({ id }) => id),
    );
  }
  logs = logs.range(first, first + most - 1);
  const rows = unwrap(await (signal ? logs.abortSignal(signal) : logs));
  const user_ids = [...new Set(rows.flatMap((row) => row.user_id ?? []))];
  const { people } = user_ids.length > 0 ? await functionAnswer('name-people', { user_ids }) : { people: [] };
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return rows.map((row): AuthEvent => ({ ...row, person: names.get(row.user_id ?? '') }));
}

export function authLogsQuery(outcome: Outcome, search: string) {
  return queryOptions({
    queryKey: [...AUTH_LOGS, outcome, search],
    queryFn: ({ signal }) => authLogs(outcome, search, 0, AUTH_LOGS_SHOWN, signal),
    staleTime: 0,
  });
}

/** Events of one request of a download, no more than accounts are named at once, and of the whole file. */
const BATCH = 250;
const MAX_DOWNLOADED = 10_000;

/** The events that match, for a download. */
export async function allAuthLogs(outcome: Outcome, search: string): Promise<AuthEvent[]> {
  const all: AuthEvent[] = [];
  while (all.length < MAX_DOWNLOADED) {
    const batch = await authLogs(outcome, search, all.length, BATCH);
    all.push(...batch);
    if (batch.length < BATCH) break;
  }
  return all;
}

/** Returns the present instant of an earlier month. A day that the month lacks becomes its last day. */
function monthsAgo(months: number): Date {
  const at = new Date();
  const day = at.getDate();
  at.setMonth(at.getMonth() - months, 1);
  at.setDate(Math.min(day, new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate()));
  return at;
}

/** Number of events `cleanAuthLogs` would remove. */
export const oldAuthLogsQuery = queryOptions({
  queryKey: [...AUTH_LOGS, 'old'],
  queryFn: async ({ signal }): Promise<number> => {
    const client = await getClient();
    const before = monthsAgo(retentions.cleanup_old_auth_logs.months).toISOString();
    const logs = client.from('auth_logs').select('id', { count: 'exact' }).lt('created_at', before).limit(1);
    const answer = await logs.abortSignal(signal);
    unwrap(answer);
    return answer.count ?? 0;
  },
  staleTime: 0,
});

/** Removes the events beyond the retention time. */
export const cleanAuthLogs = () => ask((client) => client.rpc('cleanup_old_auth_logs'));

export const JOB_LOGS_SHOWN = 50;

/** The jobs that the panel runs here. */
export type Job = keyof typeof retentions;
export const JOBS = Object.keys(retentions) as Job[];

export type JobRun = Row<'job_execution_logs'>;

export const JOB_LOGS = ['job-logs'];

export function jobLogsQuery(job: Job | undefined) {
  return queryOptions({
    queryKey: [...JOB_LOGS, job ?? 'all'],
    queryFn: async ({ signal }): Promise<JobRun[]> => {
      const client = await getClient();
      const logs = client.from('job_execution_logs').select('*').order('executed_at', { ascending: false });
      const asked = job ? logs.eq('job_name', job) : logs;
      return unwrap(await asked.limit(JOB_LOGS_SHOWN).abortSignal(signal));
    },
    staleTime: 0,
  });
}

export const runJob = async (job: Job) => (await functionAnswer('run-job', { job_name: job })).run;
