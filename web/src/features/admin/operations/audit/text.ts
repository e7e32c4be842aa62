/** The texts of the audit log, in Portuguese. */
import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { fieldLabels } from '@/generated/fields';
import type { settings } from '@/generated/settings';
import { taskLabels } from '@/generated/tasks';
import { fillPath } from '@/lib/route-match';
import type { AuditEntry, AuditValue, Mentioned, Named, Names } from './queries';
import { valueText } from './values';

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
  vip_group_address: 'Link do grupo VIP',
  priority_response_hours: 'Prazo das mensagens com prioridade, em horas úteis',
};

export const GONE = 'não existe mais';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** An id without a name, shortened. */
const withoutName = (id: string) => (ID.test(id) ? `${id.slice(0, 8)}…` : id);

/** An account by its name; without one it has been removed. */
export const accountName = ({ id, name }: Named): string => name ?? `Conta removida (${id.slice(0, 8)})`;

/** A part of an entry's subject: its name, its page and its id. */
export interface Subject {
  id: string;
  text: string;
  href?: string | undefined;
  /** True if the row no longer exists. */
  gone: boolean;
}

/** The pages of rows, by their tables. */
const PAGES: Readonly<Record<string, (id: string, person: string | null) => string | null>> = {
  users: paths.adminPerson,
  contents: signedInPaths.adminContent,
  courses: (id) => fillPath(paths.adminCourse, { id }),
  channels: (id) => paths.membersChannel(id),
  community_posts: paths.membersPost,
  community_cases: () => paths.adminModeration,
  categories: () => signedInPaths.adminPanel({ section: 'categorias' }),
  hotmart_access: () => paths.adminCourseAccess,
  certificates: () => paths.adminCertificates,
  contacts: () => paths.adminMessages,
  waitlist_entries: () => paths.adminWaitlist,
  programmes: () => signedInPaths.adminProgrammes,
  subscribers: (_, person) => person && paths.adminMember(person),
  payment_invoices: (_, person) => person && paths.adminMember(person),
};

function pageOf(id: string, { table, person, gone }: Mentioned): string | undefined {
  if (gone || !table) return undefined;
  return (PAGES[table]?.(id, person) ?? (person && paths.adminPerson(person))) || undefined;
}

/** Returns the subjects of an entry: one row, or the two rows that a row joins. */
export function subjectsOf({ action, subject, person }: Acted, names: Names = {}): Subject[] {
  if (person) return [{ id: person.id, text: accountName(person), href: paths.adminPerson(person.id), gone: false }];
  if (subject === '*') return [{ id: subject, text: 'Vários registros de uma vez', gone: false }];
  const job = action === 'run-job' && taskLabels[subject];
  if (job) return [{ id: subject, text: job, href: JOBS, gone: false }];
  const setting = Object.entries(SETTINGS).find(([key]) => key === subject)?.[1];
  if (setting) return [{ id: subject, text: setting, href: SECURITY, gone: false }];
  const parts = subject.split('/');
  if (!parts.some((part) => names[part])) {
    return [{ id: subject, text: parts.map(withoutName).join('/'), href: FIXED[action], gone: false }];
  }
  return parts.map((id) => {
    const row = names[id];
    if (!row) return { id, text: withoutName(id), gone: false };
    return {
      id,
      text: nameOf(id, row),
      href: pageOf(id, row),
      gone: row.gone && row.name !== null && !action.startsWith('delete-'),
    };
  });
}

type Acted = Pick<AuditEntry, 'action' | 'subject' | 'person'>;

const SECURITY = signedInPaths.adminPanel({ section: 'seguranca' });

const JOBS = signedInPaths.adminPanel({ section: 'seguranca', part: 'logs-jobs' });

/** Pages of what is no row. */
const FIXED: Readonly<Record<string, string>> = {
  'run-job': JOBS,
  'retry-task': paths.adminTasks,
  'download-copy': paths.adminCopies,
  'revoke-certificate': paths.adminCertificates,
  'reissue-certificate': paths.adminCertificates,
  'upload-file': paths.adminMedia,
  'replace-file': paths.adminMedia,
  'move-file': paths.adminMedia,
};

function nameOf(id: string, { name, table, gone }: Mentioned): string {
  if (name) return name;
  if (!gone) return withoutName(id);
  return table === 'users' ? 'Conta removida' : 'Registro removido';
}

export const fieldName = (field: string): string => fieldLabels[field] ?? field;

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
  if (!points) return valueText(value);
  const row = names[value];
  return row ? `${nameOf(value, row)}${row.gone && row.name ? ` (${GONE})` : ''}` : withoutName(value);
}

export function differences(old: AuditValue, now: AuditValue, names: Names = {}): Difference[] {
  if (old === null && now === null) return [];
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  if (!before && !after) {
    const side = (value: AuditValue) => (value === null ? undefined : valueText(value));
    return [{ field: undefined, before: side(old), after: side(now) }];
  }
  const all = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // The id stands with the subject.
  const fields = [...all].filter((field) => field !== 'id');
  const side = (row: Record<string, unknown> | undefined, field: string) => row && fieldText(field, row[field], names);
  return fields.map((field) => ({ field, before: side(before, field), after: side(after, field) }));
}
