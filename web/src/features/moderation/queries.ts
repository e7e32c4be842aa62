/** The data of moderators: the queue, decisions, appeals and figures. */
import { queryOptions } from '@tanstack/react-query';
import { moderationKey } from '@/entities/sanctions';
import { ask, type DataClient, type Selected } from '@/lib/backend';

const TEXT = 'content,content_html,author_id,is_hidden,hidden_because,is_deleted,created_at';

type Text = Selected<'community_comments', typeof TEXT>;

const REPORT = 'id,protocol,reporter_id,reason,details,counts,created_at';

export type Report = Selected<'community_reports', typeof REPORT>;

const OUTSIDE_REPORT = 'protocol,name,email,address,reason,message,created_at';

export type OutsideReport = Selected<'outside_reports', typeof OUTSIDE_REPORT>;

const CASE = 'id,kind,origin,post_id,comment_id,profile_id,subject_id,reports_count,claimed_by,claimed_until,opened_at';

/** A case with all that is needed to decide. */
export interface Case extends Selected<'community_cases', typeof CASE> {
  community_posts: (Text & { title: string | null }) | null;
  community_comments: Text | null;
  community_reports: readonly Report[];
  outside_reports: OutsideReport | null;
}

export const queueKey = [...moderationKey, 'queue'] as const;
const MAX_CASES = 50;

/** Open cases: the most reported first, then the oldest. */
export function queueQuery() {
  return queryOptions({
    queryKey: queueKey,
    queryFn: ({ signal }): Promise<Case[]> =>
      ask((client) =>
        client
          .from('community_cases')
          .select(
            `${CASE},community_posts(title,${TEXT}),community_comments(${TEXT}),community_reports(${REPORT}),outside_reports(${OUTSIDE_REPORT})`,
          )
          .eq('status', 'open')
          .order('reports_count', { ascending: false })
          .order('opened_at')
          .limit(MAX_CASES)
          .abortSignal(signal)
          .overrideTypes<Case[], { merge: false }>(),
      ),
  });
}

const RULED =
  'id,case_id,subject_id,decision,until,reason,decided_by,decided_at,is_effective,is_undone,appeal,appealed_at,appeal_outcome,appeal_reason,kind,post_id,comment_id';

export type Ruled = Selected<'community_decisions', typeof RULED>;

/** Decisions, which a caller narrows and orders. */
const decisions = (client: DataClient, signal: AbortSignal, most = MAX_CASES) =>
  client.from('community_decisions').select(RULED).limit(most).abortSignal(signal);

/** Former decisions about these people, the newest first. */
export function historyQuery(subjects: readonly string[]) {
  const wanted = [...new Set(subjects)].sort();
  return queryOptions({
    queryKey: [...moderationKey, 'history', wanted],
    enabled: wanted.length > 0,
    queryFn: ({ signal }): Promise<Ruled[]> =>
      ask((client) =>
        decisions(client, signal, 200)
          .in('subject_id', wanted)
          .eq('is_undone', false)
          .neq('decision', 'keep')
          .order('decided_at', { ascending: false }),
      ),
    placeholderData: (known) => known,
  });
}

/** Appeals that wait for a decision, the oldest first. */
export function appealsQuery() {
  return queryOptions({
    queryKey: [...moderationKey, 'appeals'],
    queryFn: ({ signal }): Promise<Ruled[]> =>
      ask((client) =>
        decisions(client, signal)
          .not('appealed_at', 'is', null)
          .is('appeal_outcome', null)
          .eq('is_undone', false)
          .order('appealed_at'),
      ),
  });
}

/** The latest decisions of the staff. */
export function decidedQuery() {
  return queryOptions({
    queryKey: [...moderationKey, 'decided'],
    queryFn: ({ signal }): Promise<Ruled[]> =>
      ask((client) => decisions(client, signal).order('decided_at', { ascending: false })),
  });
}

export function figuresQuery() {
  return queryOptions({
    queryKey: [...moderationKey, 'figures'],
    queryFn: ({ signal }) => ask((client) => client.rpc('moderation_figures').abortSignal(signal)),
  });
}

/** Decisions about the person. */
export function ownDecisionsQuery(userId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'own-decisions', userId],
    queryFn: ({ signal }): Promise<Ruled[]> =>
      ask((client) => decisions(client, signal).eq('subject_id', userId).order('decided_at', { ascending: false })),
  });
}

const OWN_REPORT_COLUMNS = 'id,protocol,reason,outcome,created_at,kind,post_id,comment_id,profile_id';

export type OwnReport = Selected<'community_reports', typeof OWN_REPORT_COLUMNS>;

/** The person's own reports, the newest first. */
export function ownReportsQuery(userId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'own-reports', userId],
    queryFn: ({ signal }): Promise<OwnReport[]> =>
      ask((client) =>
        client
          .from('community_reports')
          .select(OWN_REPORT_COLUMNS)
          .eq('reporter_id', userId)
          .order('created_at', { ascending: false })
          .limit(MAX_CASES)
          .abortSignal(signal),
      ),
  });
}

export const wordsKey = [...moderationKey, 'words'] as const;

export function wordsQuery() {
  return queryOptions({
    queryKey: wordsKey,
    queryFn: async ({ signal }): Promise<string[]> => {
      const rows = await ask((client) =>
        client.from('moderation_words').select('word').order('word').limit(1000).abortSignal(signal),
      );
      return rows.map(({ word }) => word);
    },
  });
}

export const addWord = (word: string) =>
  ask((client) => client.from('moderation_words').upsert({ word }, { ignoreDuplicates: true }));

export const removeWord = (word: string) => ask((client) => client.from('moderation_words').delete().eq('word', word));

export const claimCase = (id: string) => ask((client) => client.rpc('claim_moderation_case', { id }));

export const releaseCase = (id: string) => ask((client) => client.rpc('release_moderation_case', { id }));

export const appeal = (id: string, text: string) =>
  ask((client) => client.rpc('appeal_moderation_decision', { id, text }));

export const decideAppeal = (id: string, overturn: boolean, reason: string) =>
  ask((client) => client.rpc('decide_moderation_appeal', { id, overturn, reason }));
