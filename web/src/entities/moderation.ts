/** Reports, decisions and blocks, as several features show them. */
import { queryOptions } from '@tanstack/react-query';
import type { words as decisionWords } from '@/generated/columns/community_decisions';
import { askAtOnce, getDataClient, unwrap } from '@/lib/backend';
import { formatDateTime } from '@/lib/format';
import type { Reason } from './report-reasons';
import { moderationKey } from './sanctions';

export { REASON_LABELS, REASON_OPTIONS, type Reason } from './report-reasons';

export type Decision = (typeof decisionWords.decision)[number];

/** Names of decisions once they were made. */
export const DECIDED: Readonly<Record<Decision, string>> = {
  keep: 'Mantida',
  hide: 'Ocultada',
  delete: 'Excluída',
  lock: 'Comentários fechados',
  picture: 'Foto removida',
  warn: 'Advertência',
  silence: 'Silêncio',
  ban: 'Banimento da comunidade',
};

/** Subject of a report or decision: exactly one of them. */
export type Target = { post_id: string } | { comment_id: string } | { user_id: string };

/** Reports to the moderators; returns the protocol number. */
export async function report(target: Target, reason: Reason, details: string): Promise<string> {
  const { protocol } = await askAtOnce((client) =>
    client.rpc('report_to_moderation', { ...target, reason, ...(details.trim() && { details: details.trim() }) }),
  );
  return protocol;
}

export interface Ruling {
  decision: Decision;
  reason: string;
  days?: number;
}

/** Decides about a case, or about what has none yet; returns the id of the decision. */
export async function decide(subject: Target | { id: string }, { decision, reason, days }: Ruling): Promise<string> {
  const text = reason.trim();
  const { id } = await askAtOnce((client) =>
    client.rpc('decide_moderation_case', {
      ...subject,
      decision,
      ...(text && { reason: text }),
      ...(decision === 'silence' && days !== undefined && { days }),
    }),
  );
  return id;
}

export const undoDecision = (id: string) => askAtOnce((client) => client.rpc('undo_moderation_decision', { id }));

export const blocksKey = [...moderationKey, 'blocks'] as const;

/** The people whom the person blocked. */
export function blocksQuery(userId: string) {
  return queryOptions({
    queryKey: [...blocksKey, userId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const rows = await askAtOnce((client) =>
        client
          .from('member_blocks')
          .select('blocked_id')
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .abortSignal(signal),
      );
      return rows.map((row) => row.blocked_id);
    },
  });
}

/** Blocks somebody, or ends the block. */
export async function setBlock(userId: string, other: string, blocked: boolean): Promise<void> {
  const client = await getDataClient();
  const blocks = client.from('member_blocks');
  const row = { user_id: userId, blocked_id: other };
  unwrap(blocked ? await blocks.upsert(row, { ignoreDuplicates: true }) : await blocks.delete().match(row));
}

/** Returns the end of a sanction, or an empty text if it has none. */
export const untilText = (until: string | null): string => (until === null ? '' : ` até ${formatDateTime(until)}`);
