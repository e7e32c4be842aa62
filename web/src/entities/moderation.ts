/** Reports, decisions and blocks, as several features show them. */
import { queryOptions } from '@tanstack/react-query';
import type { words as decisionWords } from '@/generated/columns/community_decisions';
import { getClient, type Row, unwrap } from '@/lib/backend';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { formatDateTime } from '@/lib/format';
import type { ToastMessage } from '@/ui/toast';
import type { Reason } from './report-reasons';

export { REASON_LABELS, REASONS, type Reason } from './report-reasons';

export type Decision = (typeof decisionWords.decision)[number];

/** What a decision is called once it was made. */
export const DECIDED: Readonly<Record<Decision, string>> = {
  keep: 'Mantida',
  hide: 'Ocultada',
  delete: 'Excluída',
  warn: 'Advertência',
  silence: 'Silêncio',
  ban: 'Banimento da comunidade',
};

type HiddenBecause = Row<'community_posts'>['hidden_because'];

/** The state of a hidden text in its author's words; nothing where it is shown. */
export function hiddenLabel(row: { is_hidden: boolean; hidden_because: HiddenBecause }): string | undefined {
  if (!row.is_hidden) return undefined;
  if (row.hidden_because === 'reports') return 'Oculta durante a análise';
  return row.hidden_because === null || row.hidden_because === 'staff'
    ? 'Oculta pela moderação'
    : 'Aguardando aprovação';
}

/** What the server's refusals mean, and what to do next. */
export const MODERATION_REFUSALS: Readonly<Record<string, string>> = {
  community_silenced: 'Você está em silêncio na comunidade por enquanto. O prazo está em Denúncias e decisões.',
  community_banned: 'O seu acesso à comunidade foi encerrado. Veja a decisão em Denúncias e decisões.',
  same_text: 'Você acabou de enviar este mesmo texto. Mude o texto ou espere cinco minutos.',
  too_fast: 'Espere alguns segundos e envie de novo.',
  report_of_own: 'Você não pode denunciar o que é seu. Para removê-lo, use Excluir.',
  report_not_found: 'Isto não está mais disponível. Não é preciso denunciar.',
  already_reported: 'Você já denunciou isto. O andamento está em Denúncias e decisões.',
  too_many_reports: 'Você chegou ao limite de denúncias de hoje. Continue amanhã, ou escreva para a equipe.',
  text_too_long: 'Use no máximo 2.000 caracteres.',
  case_claimed: 'Outra pessoa da equipe está analisando este caso. Escolha outro ou espere alguns minutos.',
  case_decided: 'Este caso já foi decidido.',
  case_not_found: 'Este caso não existe mais.',
  own_case: 'O caso é sobre você. Outra pessoa da equipe precisa decidir.',
  subject_is_admin: 'Só outro administrador decide sobre um administrador.',
  subject_is_staff: 'Pessoas da equipe não podem ser silenciadas nem banidas. Retire antes o papel delas.',
  nobody_concerned: 'Nenhuma publicação daqui foi identificada. Registre a resposta em Manter.',
  nothing_to_hide: 'Não há texto para ocultar. Escolha advertir, silenciar ou banir.',
  reason_missing: 'Escreva o motivo: ele é enviado a quem escreveu.',
  days_missing: 'Escolha por quantos dias, de 1 a 365.',
  decision_of_another: 'Só quem decidiu pode desfazer.',
  undo_too_late: 'O prazo de dez minutos para desfazer terminou.',
  already_appealed: 'Você já recorreu desta decisão.',
  appeal_too_late: 'O prazo de 30 dias para recorrer terminou.',
  appeal_missing: 'Escreva por que a decisão deve ser revista.',
  appeal_decided: 'Este recurso já foi decidido.',
  appeal_by_the_same: 'Quem decidiu não julga o recurso. Outra pessoa da equipe precisa decidir.',
  block_of_own: 'Você não pode bloquear a si.',
  block_of_staff: 'A equipe não pode ser bloqueada. Se houve um problema, denuncie.',
  too_many_blocks: 'Você chegou ao limite de pessoas bloqueadas.',
};

/** A failure in the server's words where there are some. */
export const moderationFailure =
  (title: string) =>
  (error: unknown): ToastMessage => ({
    title,
    description:
      MODERATION_REFUSALS[error instanceof Error ? error.message : ''] ?? FAILURE_ADVICE[failureOf(error).kind],
    tone: 'destructive',
  });

export const moderationKey = ['moderation'] as const;

/** What is reported or decided about: exactly one of them. */
export type Target = { post_id: string } | { comment_id: string } | { user_id: string };

/** Reports to the moderators; returns the protocol number. */
export async function report(target: Target, reason: Reason, details: string): Promise<string> {
  const client = await getClient();
  const { protocol } = unwrap(
    await client.rpc('report_to_moderation', { ...target, reason, ...(details.trim() && { details: details.trim() }) }),
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
  const client = await getClient();
  const text = reason.trim();
  const { id } = unwrap(
    await client.rpc('decide_moderation_case', {
      ...subject,
      decision,
      ...(text && { reason: text }),
      ...(decision === 'silence' && days !== undefined && { days }),
    }),
  );
  return id;
}

export async function undoDecision(id: string): Promise<void> {
  const client = await getClient();
  unwrap(await client.rpc('undo_moderation_decision', { id }));
}

export interface Sanction {
  kind: 'silence' | 'ban';
  until: string | null;
}

/** The sanction under which the person is now, the heavier one first. */
export function sanctionQuery(userId: string) {
  return queryOptions({
    queryKey: [...moderationKey, 'sanction', userId],
    queryFn: async ({ signal }): Promise<Sanction | null> => {
      const client = await getClient();
      const rows = unwrap(
        await client
          .from('community_decisions')
          .select('decision,until')
          .eq('subject_id', userId)
          .eq('is_effective', true)
          .in('decision', ['silence', 'ban'])
          .order('until', { ascending: false, nullsFirst: true })
          .limit(10)
          .abortSignal(signal),
      );
      const now = Date.now();
      const due = rows.filter(({ until }) => until === null || Date.parse(until) > now);
      const found = due.find(({ decision }) => decision === 'ban') ?? due[0];
      return found ? { kind: found.decision === 'ban' ? 'ban' : 'silence', until: found.until } : null;
    },
  });
}

export const untilText = (until: string | null): string => (until === null ? '' : ` até ${formatDateTime(until)}`);

export const blocksKey = [...moderationKey, 'blocks'] as const;

/** The people whom the person blocked. */
export function blocksQuery(userId: string) {
  return queryOptions({
    queryKey: [...blocksKey, userId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const client = await getClient();
      const rows = unwrap(
        await client
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
  const client = await getClient();
  const blocks = client.from('member_blocks');
  const row = { user_id: userId, blocked_id: other };
  unwrap(blocked ? await blocks.upsert(row, { ignoreDuplicates: true }) : await blocks.delete().match(row));
}
