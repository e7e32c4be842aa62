/** Reason why something is reported. */
import { words } from '@/generated/columns/community_reports';

export const REASONS = words.reason;
export type Reason = (typeof REASONS)[number];

export const REASON_LABELS: Readonly<Record<Reason, string>> = {
  ofensa: 'Ofensa ou discriminação',
  assedio: 'Assédio ou ameaça',
  propaganda: 'Propaganda ou spam',
  dados_pessoais: 'Dados pessoais de alguém',
  direitos_autorais: 'Direitos autorais',
  conteudo_ilegal: 'Conteúdo ilegal',
  outro: 'Outro motivo',
};

export const REASON_OPTIONS = REASONS.map((value) => ({ value, label: REASON_LABELS[value] }));
