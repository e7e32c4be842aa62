/** The texts of the audit log, in Portuguese. */
import type { Database } from '@/generated/database';
import type { settings } from '@/generated/settings';
import { formatDateTime } from '@/lib/format';
import type { AuditValue, Names } from './queries';

export const PROGRAM = 'Programa do site';

type Table = keyof Database['public']['Tables'];

const ROWS: Readonly<Record<Table, readonly [string, 'o' | 'a']>> = {
  user_roles: ['Papel', 'o'],
  subscribers: ['Assinatura', 'a'],
  payment_invoices: ['Recibo', 'o'],
  member_profiles: ['Perfil', 'o'],
  hotmart_access: ['Acesso a cursos', 'o'],
  consents: ['Aceite', 'o'],
  account_erasures: ['Exclusão de conta', 'a'],
  notification_preferences: ['Escolha de avisos', 'a'],
  categories: ['Categoria', 'a'],
  contents: ['Conteúdo', 'o'],
  content_progress: ['Progresso em conteúdo', 'o'],
  newsletter_subscriptions: ['Inscrição na newsletter', 'a'],
  contacts: ['Contato', 'o'],
  waitlist_entries: ['Inscrição na lista de espera', 'a'],
  channels: ['Canal', 'o'],
  channel_members: ['Membro de canal', 'o'],
  community_categories: ['Categoria da comunidade', 'a'],
  community_posts: ['Publicação', 'a'],
  community_comments: ['Comentário', 'o'],
  community_likes: ['Curtida', 'a'],
  community_views: ['Visualização', 'a'],
  courses: ['Curso', 'o'],
  course_modules: ['Módulo de curso', 'o'],
  lessons: ['Aula', 'a'],
  lesson_progress: ['Progresso em aula', 'o'],
  favorites: ['Favorito', 'o'],
  security_settings: ['Configuração de segurança', 'a'],
  auth_logs: ['Log de autenticação', 'o'],
  audit_log: ['Registro de auditoria', 'o'],
  job_execution_logs: ['Log de job', 'o'],
  page_views: ['Contagem de visitas', 'a'],
  analytics_events: ['Contagem de cliques', 'a'],
};

const VERBS: Readonly<Record<string, string>> = { insert: 'criad', update: 'alterad', delete: 'excluíd' };

/** Actions other than writing a row. */
const ACTIONS: Readonly<Record<string, string>> = {
  'update-password-policy': 'Política de senhas alterada',
  'apply-rate-limit': 'Limite de tentativas alterado',
  'update-otp-settings': 'Validade dos códigos alterada',
  'update-magic-link-settings': 'Validade dos links alterada',
  'update-email-confirmation': 'Confirmação de e-mail alterada',
  'update-signup-settings': 'Cadastro alterado',
  'run-job': 'Job executado',
  'retry-task': 'Tarefa repetida',
  'call-procedure': 'Procedimento executado',
  'invite-person': 'Pessoa convidada',
  'resend-invitation': 'Convite reenviado',
  'resend-confirmation': 'Confirmação reenviada',
  'send-recovery': 'E-mail de nova senha enviado',
  'ban-person': 'Conta suspensa',
  'lift-ban': 'Suspensão levantada',
  'grant-role': 'Papel dado',
  'revoke-role': 'Papel retirado',
  'reset-factors': 'Segundos fatores removidos',
  'end-person-sessions': 'Sessões encerradas',
  'grant-courtesy': 'Cortesia dada',
  'end-courtesy': 'Cortesia encerrada',
  'end-membership': 'Assinatura cancelada',
  'keep-membership': 'Cancelamento desfeito',
  'refund-membership': 'Pagamento devolvido',
  'failed-membership-act': 'Pedido ao serviço de pagamento sem êxito',
  'reconcile-member': 'Assinatura conferida',
  'resend-receipt': 'Recibo reenviado',
  'send-membership-link': 'Link da assinatura enviado',
  'refresh-hotmart-access': 'Acesso a cursos consultado na Hotmart',
  'create-user': 'Conta criada',
  'update-user': 'Conta alterada',
  'delete-user': 'Conta excluída',
  'create-admin': 'Conta de administração criada',
  'generate-link': 'Link de acesso gerado',
  'delete-factor': 'Segundo fator removido',
  'delete-passkey': 'Passkey removida',
  'upload-file': 'Arquivo enviado',
  'replace-file': 'Arquivo substituído',
  'move-file': 'Arquivo movido',
  'delete-file': 'Arquivo excluído',
  'create-bucket': 'Pasta de arquivos criada',
  'update-bucket': 'Pasta de arquivos alterada',
  'empty-bucket': 'Pasta de arquivos esvaziada',
  'delete-bucket': 'Pasta de arquivos excluída',
};

/** An action in Portuguese; an unknown one as the server names it. */
export function actionLabel(action: string): string {
  const named = ACTIONS[action];
  if (named) return named;
  const [verb = '', ...rest] = action.split('-');
  const row = Object.entries(ROWS).find(([table]) => table === rest.join('_'))?.[1];
  const participle = VERBS[verb];
  return row && participle ? `${row[0]} ${participle}${row[1]}` : action;
}

const SETTINGS: Readonly<Record<keyof typeof settings, string>> = {
  min_password_length: 'Comprimento mínimo da senha',
  leaked_password_check: 'Verificação de senhas vazadas',
  rate_limit_max_attempts: 'Tentativas permitidas',
  rate_limit_window_hours: 'Janela das tentativas, em horas',
  otp_expiry_seconds: 'Validade do código, em segundos',
  magic_link_expiry_seconds: 'Validade do link, em segundos',
  email_confirmation_required: 'Confirmação de e-mail obrigatória',
  allow_signup: 'Novos cadastros permitidos',
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
  tags: 'marcadores',
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
  factors: 'segundos fatores',
  passkeys: 'passkeys',
  rows: 'registros',
  color: 'cor',
  sort_order: 'ordem',
};

export const fieldName = (field: string): string => FIELDS[field] ?? field;

const VALUES: Readonly<Record<string, string>> = {
  true: 'sim',
  false: 'não',
  admin: 'administração',
  moderator: 'moderação',
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
