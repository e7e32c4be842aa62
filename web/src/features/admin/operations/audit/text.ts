/** The texts of the audit log, in Portuguese. */
import type { settings } from '@/generated/settings';
import { formatDateTime } from '@/lib/format';
import type { AuditValue, Names } from './queries';

export const PROGRAM = 'Sistema';

const SETTINGS: Readonly<Record<keyof typeof settings, string>> = {
  min_password_length: 'Comprimento mínimo da senha',
  leaked_password_check: 'Verificação de senhas vazadas',
  rate_limit_max_attempts: 'Tentativas permitidas',
  rate_limit_window_hours: 'Janela das tentativas, em horas',
  otp_expiry_seconds: 'Validade do código, em segundos',
  magic_link_expiry_seconds: 'Validade do link, em segundos',
  email_confirmation_required: 'Confirmação de e-mail obrigatória',
  allow_signup: 'Novos cadastros permitidos',
  reports_to_hide: 'Denúncias que ocultam um texto',
  upheld_to_review: 'Decisões até que textos esperem aprovação',
  most_links: 'Links até que um texto espere aprovação',
  seconds_between_texts: 'Segundos entre dois textos de um membro',
  newcomer_limits: 'Limites de quem acabou de chegar',
  link_cards: 'Links mostrados como cartões',
  channel_creation: 'Quem cria canais',
};

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An id without a name, shortened. */
const withoutName = (id: string) => (ID.test(id) ? `${id.slice(0, 8)}…` : id);

/** The subject of an entry, where it is no person. */
export function subjectText(subject: string, names: Names = {}): string {
  if (subject === '*') return 'Vários registros de uma vez';
  const setting = Object.entries(SETTINGS).find(([key]) => key === subject)?.[1];
  if (setting) return setting;
  // The row of a join table has two names.
  const parts = subject.split('/');
  return parts.map((part) => names[part] ?? withoutName(part)).join(parts.some((part) => names[part]) ? ', ' : '/');
}

const FIELDS: Readonly<Record<string, string>> = {
  title: 'título',
  name: 'nome',
  description: 'descrição',
  body: 'texto',
  content: 'texto',
  content_type: 'tipo',
  category_id: 'categoria',
  is_published: 'publicado',
  is_featured: 'em destaque',
  is_member_only: 'só para membros',
  is_pinned: 'fixado',
  is_hidden: 'oculto',
  is_locked: 'fechado a respostas',
  is_active: 'ativo',
  is_private: 'privado',
  published_at: 'publicado em',
  created_at: 'criado em',
  author_id: 'autor',
  user_id: 'pessoa',
  read_time: 'tempo de leitura',
  thumbnail_url: 'capa',
  external_link: 'link externo',
  file_url: 'arquivo',
  tags: 'etiquetas',
  role: 'papel',
  email: 'e-mail',
  status: 'situação',
  until: 'até',
  since: 'desde',
  reason: 'motivo',
  plan: 'plano',
  months: 'meses',
  access_reason: 'acesso por',
  cancel_at_period_end: 'termina no fim do período',
  receipt: 'recibo',
  when: 'quando',
  act: 'pedido',
  code: 'resposta',
  ended: 'encerradas',
  factors: 'verificações em duas etapas',
  passkeys: 'passkeys',
  rows: 'registros',
  color: 'cor',
  sort_order: 'ordem',
  content_id: 'conteúdo',
  resolved_at: 'resolvido em',
  resolved_by: 'resolvido por',
};

export const fieldName = (field: string): string => FIELDS[field] ?? field;

const VALUES: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  admin: 'administração',
  moderator: 'moderação',
  editor: 'edição',
  publisher: 'publicação',
  members: 'todos os membros',
  approval: 'com aprovação',
  staff: 'só a equipe',
  waiting: 'à espera',
  approved: 'aprovado',
  refused: 'recusado',
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'vazio';
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(', ') : 'vazio';
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return VALUES[text] ?? (INSTANT.test(text) ? formatDateTime(text) : text);
}

/** One changed field with its old and new value; one that is not recorded is left out. */
export interface Difference {
  /** Undefined where the whole subject is one value. */
  field: string | undefined;
  before: string | undefined;
  after: string | undefined;
}

const fieldsOf = (value: AuditValue) => (typeof value === 'object' && value !== null ? value : undefined);

function fieldText(field: string, value: unknown, names: Names): string {
  const points = typeof value === 'string' && (field.endsWith('_id') || ID.test(value));
  return points ? (names[value] ?? withoutName(value)) : valueText(value);
}

export function differences(old: AuditValue, now: AuditValue, names: Names = {}): Difference[] {
  if (old === null && now === null) return [];
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  if (!before && !after) {
    const side = (value: AuditValue) => (value === null ? undefined : valueText(value));
    return [{ field: undefined, before: side(old), after: side(now) }];
  }
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const side = (row: Record<string, unknown> | undefined, field: string) => row && fieldText(field, row[field], names);
  return fields.map((field) => ({ field, before: side(before, field), after: side(after, field) }));
}
