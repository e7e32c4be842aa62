/** What the pages of people say. */
import { formatDate } from '@/lib/format';
import type { Person, Role } from './queries';

export const explanation =
  'Contas, papéis e acessos. O que for feito aqui fica na auditoria, e ninguém entra na conta de outra pessoa.';

export const loadFailed = {
  title: 'Não foi possível carregar as pessoas.',
  description: 'A conexão falhou ou o servidor não respondeu.',
};

export const personGone = {
  title: 'Essa conta não existe mais.',
  description: 'Ela pode ter sido excluída há pouco.',
};

export const noneFound = {
  title: 'Ninguém encontrado',
  description: 'Nenhuma conta corresponde a esta busca e a estes filtros.',
};

export const ROLE_NAMES: Readonly<Record<Role, string>> = { admin: 'Administração', moderator: 'Moderação' };

export const ROLE_ABOUT: Readonly<Record<Role, string>> = {
  admin: 'Tudo do painel: conteúdos, pessoas, segurança.',
  moderator: 'Cuida da comunidade: fixa, oculta e exclui publicações.',
};

interface Option {
  value: string;
  label: string;
}

export const ROLE_OPTIONS: readonly Option[] = [
  { value: '', label: 'Qualquer papel' },
  { value: 'admin', label: 'Administração' },
  { value: 'moderator', label: 'Moderação' },
  { value: 'none', label: 'Sem papel' },
];

export const SUBSCRIPTION_OPTIONS: readonly Option[] = [
  { value: '', label: 'Com ou sem' },
  { value: 'granted', label: 'Com acesso' },
  { value: 'none', label: 'Sem acesso' },
];

export const STATE_OPTIONS: readonly Option[] = [
  { value: '', label: 'Qualquer estado' },
  { value: 'confirmed', label: 'Confirmadas' },
  { value: 'unconfirmed', label: 'Por confirmar' },
  { value: 'invited', label: 'Convidadas' },
  { value: 'banned', label: 'Suspensas' },
  { value: 'second_factor', label: 'Com segundo fator' },
];

/** The lengths of a ban, in days; empty is for good. */
export const BAN_OPTIONS: readonly Option[] = [
  { value: '1', label: '1 dia' },
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '365', label: '1 ano' },
  { value: '', label: 'Sem prazo' },
];

const PLANS: Readonly<Record<string, string>> = { update: 'Update', scale: 'Scale', professional: 'Professional' };

/** A plan's name. */
export const planName = (plan: string | null): string => (plan && PLANS[plan]) || 'Sem plano';

const STATUSES: Readonly<Record<string, string>> = {
  active: 'Ativa',
  trialing: 'Em período de teste',
  past_due: 'Pagamento em atraso',
  canceled: 'Cancelada',
  unpaid: 'Não paga',
  paused: 'Pausada',
  incomplete: 'Pagamento por concluir',
  incomplete_expired: 'Não concluída',
  courtesy: 'Cortesia',
};

/** How a subscription stands. */
export const statusName = (status: string): string => STATUSES[status] ?? status;

const PROVIDERS: Readonly<Record<string, string>> = {
  email: 'E-mail',
  phone: 'Telefone',
  google: 'Google',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
};

/** A way to sign in. */
export const providerName = (provider: string): string => PROVIDERS[provider] ?? provider;

const FACTORS: Readonly<Record<string, string>> = {
  totp: 'Aplicativo autenticador',
  phone: 'SMS',
  webauthn: 'Chave de segurança',
  recovery_code: 'Códigos de recuperação',
};

/** A kind of second factor. */
export const factorName = (type: string): string => FACTORS[type] ?? type;

/** What a person is called in a list or a title. */
export function personName({ name, email, phone, is_anonymous: anonymous }: Person): string {
  return name ?? email ?? (phone ? `+${phone}` : anonymous ? 'Visitante sem cadastro' : 'Conta sem nome');
}

/** `até 28/11/2026`, or without an end. */
export function banEnd(until: string): string {
  const years = (Date.parse(until) - Date.now()) / (365 * 24 * 60 * 60 * 1000);
  return years > 50 ? 'sem prazo' : `até ${formatDate(until)}`;
}
