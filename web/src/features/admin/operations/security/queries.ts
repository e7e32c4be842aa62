/** The security settings and the logs, and the panel's actions on them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getClient, type Row, unwrap } from '@/lib/backend';
import { functionAnswer } from '@/lib/functions';
import type { Call, Written } from './values';

export const settingsQuery = queryOptions({
  queryKey: ['security-settings'],
  queryFn: async ({ signal }): Promise<Written> => {
    const client = await getClient();
    const rows = unwrap(
      await client
        .from('security_settings')
        .select('setting_key,setting_value')
        .order('setting_key')
        .abortSignal(signal),
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
  person: string | null;
}

export const AUTH_LOGS = ['auth-logs'];

export function authLogsQuery(outcome: Outcome) {
  return queryOptions({
    queryKey: [...AUTH_LOGS, outcome],
    queryFn: async ({ signal }): Promise<AuthEvent[]> => {
      const client = await getClient();
      const logs = client.from('auth_logs').select('*').order('created_at', { ascending: false });
      const asked = outcome === 'all' ? logs : logs.eq('success', outcome === 'success');
      const rows = unwrap(await asked.limit(AUTH_LOGS_SHOWN).abortSignal(signal));
      const names = await namesOf(
        rows.flatMap((row) => row.user_id ?? []),
        signal,
      );
      return rows.map((row) => ({ ...row, person: names.get(row.user_id ?? '') ?? null }));
    },
    staleTime: 0,
  });
}

async function namesOf(userIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string | null>> {
  if (userIds.length === 0) return new Map();
  const client = await getClient();
  const rows = unwrap(
    await client
      .from('member_profiles')
      .select('user_id,display_name')
      .in('user_id', [...new Set(userIds)])
      .abortSignal(signal),
  );
  return new Map(rows.map((row) => [row.user_id, row.display_name]));
}

/** Removes the events beyond the retention time. */
export async function cleanAuthLogs(): Promise<void> {
  const client = await getClient();
  unwrap(await client.rpc('cleanup_old_auth_logs'));
}

export const JOB_LOGS_SHOWN = 50;

export const JOBS = ['cleanup_old_rate_limits', 'cleanup_old_auth_logs', 'cleanup_old_job_logs'] as const;
export type Job = (typeof JOBS)[number];

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
