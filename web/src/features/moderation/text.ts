/** The words of moderation. */
import type { Decision } from '@/entities/moderation';
import { formatCount } from '@/lib/format';
import type { Case, OwnReport } from './queries';

export const KINDS: Readonly<Record<Case['kind'], string>> = {
  post: 'Publicação',
  comment: 'Comentário',
  profile: 'Perfil',
  outside: 'Notificação externa',
};

/** Returns the name of the subject of a decision or a report. */
export const kindText = (kind: string | null): string =>
  Object.entries(KINDS).find(([name]) => name === kind)?.[1] ?? '';

const ORIGINS: Readonly<Record<Exclude<Case['origin'], 'reports'>, string>> = {
  newcomer: 'Acima do limite de quem chegou agora',
  words: 'Palavra da lista',
  links: 'Links demais',
  review: 'Autor em revisão',
  fast: 'Rápido demais',
  outside: 'De fora da comunidade',
  staff: 'Aberta pela equipe',
};

/** Reason why a case is in the queue. */
export const originText = ({ origin, reports_count: reports }: Pick<Case, 'origin' | 'reports_count'>): string =>
  reports > 0 || origin === 'reports' ? formatCount(reports, 'denúncia', 'denúncias') : ORIGINS[origin];

export const OUTCOMES: Readonly<Record<'open' | NonNullable<OwnReport['outcome']>, string>> = {
  open: 'Em análise',
  upheld: 'Procedente: a moderação agiu',
  dismissed: 'Sem violação das regras',
};

export interface Key {
  key: string;
  decision: Decision;
  label: string;
  /** True if the decision takes a text or a person out of the community. */
  isDestructive?: boolean;
}

/** One key for each decision, the severest last. */
export const KEYS: readonly Key[] = [
  { key: 'm', decision: 'keep', label: 'Manter' },
  { key: 'o', decision: 'hide', label: 'Ocultar' },
  { key: 'f', decision: 'lock', label: 'Fechar comentários' },
  { key: 'p', decision: 'picture', label: 'Remover a foto' },
  { key: 'a', decision: 'warn', label: 'Advertir' },
  { key: 's', decision: 'silence', label: 'Silenciar' },
  { key: 'e', decision: 'delete', label: 'Excluir', isDestructive: true },
  { key: 'b', decision: 'ban', label: 'Banir', isDestructive: true },
];

type About = Pick<Case, 'subject_id' | 'post_id' | 'comment_id' | 'profile_id'>;

/** The decisions that are possible for a case. */
export function keysFor({ subject_id: subject, post_id: post, comment_id: comment, profile_id: profile }: About) {
  const isPossible: Readonly<Partial<Record<Decision, boolean>>> = {
    hide: post !== null,
    delete: post !== null,
    lock: post !== null && comment === null,
    picture: profile !== null,
  };
  return KEYS.filter(({ decision }) => (subject === null ? decision === 'keep' : (isPossible[decision] ?? true)));
}

/** Time for which a decision may be undone by who made it. */
export const UNDOABLE_MS = 10 * 60 * 1000;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `3 h`, for figures. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < HOUR) return `${Math.max(1, Math.round(seconds / MINUTE))} min`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} h`;
  return formatCount(Math.round(seconds / DAY), 'dia', 'dias');
}
