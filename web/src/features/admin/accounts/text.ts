/** The texts of the pages about people. */
import type { Role } from '@/entities/access';
import { planName } from '@/entities/plan-names';
import type { FactorType } from '@/generated/functions';
import { formatDate } from '@/lib/format';
import type { Option } from '@/ui/select';
import type { Person } from './queries';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: 'Administração',
  moderator: 'Moderação',
  editor: 'Edição',
  publisher: 'Publicação',
};

export const ROLE_ABOUT: Readonly<Record<Role, string>> = {
  admin: 'Tudo do painel: conteúdos, pessoas, segurança.',
  moderator: 'Cuida da comunidade: fixa, oculta e exclui publicações.',
  editor: 'Escreve conteúdos e pede revisão. Não vê pessoas, pagamentos nem configurações.',
  publisher: 'Publica, altera e tira do ar conteúdos, sem pedir revisão.',
};

export const BAN_OPTIONS: readonly Option[] = [
  { value: '1', label: '1 dia' },
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '365', label: '1 ano' },
  { value: '', label: 'Sem prazo' },
];

export const planNameOf = (plan: string | null): string => planName(plan, 'Sem plano');

const PROVIDERS: Readonly<Record<string, string>> = {
  email: 'E-mail',
  phone: 'Telefone',
  google: 'Google',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
};

export const providerName = (provider: string): string => PROVIDERS[provider] ?? provider;

export const FACTOR_NAMES: Readonly<Record<FactorType, string>> = {
  totp: 'Aplicativo autenticador',
  phone: 'SMS',
  webauthn: 'Chave de segurança',
  recovery_code: 'Códigos de recuperação',
};

export function personName({ name, email, phone, is_anonymous: anonymous }: Person): string {
  return name ?? email ?? (phone ? `+${phone}` : anonymous ? 'Visitante sem cadastro' : 'Conta sem nome');
}

/** `até 28/11/2026`, or without an end. */
export function banEnd(until: string): string {
  const years = (Date.parse(until) - Date.now()) / (365 * 24 * 60 * 60 * 1000);
  return years > 50 ? 'sem prazo' : `até ${formatDate(until)}`;
}
