/** The data of the study plan, the diagnosis and the invitation. */
import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/generated/database';
import { ask, getClient, type Selected, unwrap } from '@/lib/backend';
import type { Scores } from './diagnosis';
import { learningKeys } from './queries';

type Procedures = Database['public']['Functions'];

const STUDY_PLAN_COLUMNS = 'goal,course_ids,weekly_minutes,weekdays';

export type StudyPlan = Selected<'study_plans', typeof STUDY_PLAN_COLUMNS>;
/** A lesson on its day. */
export type Planned = Procedures['study_schedule']['Returns'][number];
export type Invite = Procedures['my_invite']['Returns'];

export interface Diagnosis {
  scores: Scores;
  created_at: string;
}

/** The member's plan. Returns `null` if there is none. */
export function studyPlanQuery(userId: string) {
  return queryOptions({
    queryKey: learningKeys.plan,
    queryFn: async ({ signal }): Promise<StudyPlan | null> => {
      const client = await getClient();
      const plan = client.from('study_plans').select(STUDY_PLAN_COLUMNS).eq('user_id', userId);
      return unwrap(await plan.abortSignal(signal).maybeSingle());
    },
  });
}

export function scheduleQuery() {
  return queryOptions({
    queryKey: learningKeys.schedule,
    queryFn: ({ signal }): Promise<Planned[]> => ask((client) => client.rpc('study_schedule').abortSignal(signal)),
  });
}

/** The two latest results of the diagnosis, the last one first. */
export function diagnosesQuery() {
  return queryOptions({
    queryKey: learningKeys.diagnoses,
    queryFn: async ({ signal }): Promise<Diagnosis[]> => {
      const client = await getClient();
      const results = client.from('diagnosis_results').select('scores,created_at');
      const latest = results.order('created_at', { ascending: false }).limit(2);
      return unwrap(await latest.abortSignal(signal)) as Diagnosis[];
    },
  });
}

export function inviteQuery() {
  return queryOptions({
    queryKey: learningKeys.invite,
    queryFn: (): Promise<Invite> => ask((client) => client.rpc('my_invite')),
  });
}
