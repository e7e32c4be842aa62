/** The words of the settings that the product fixes, and those that come again. */
import { authProblem, codeRefusal } from '@/lib/auth-refusal';
import type { ToastMessage } from '@/ui/toast';

/** Two-step verification, to the letter of the product. */
export const twoFactor = {
  title: 'Autenticação em duas etapas',
  active: '2FA Ativo',
  protected: 'Sua conta está protegida',
  loginNeeded: 'Você precisa estar logado para usar 2FA.',
  phoneInvalid: 'Digite um número de telefone válido com DDI (ex: +5511999999999).',
  sessionExpired: 'Sessão expirada. Faça login novamente.',
  sendFailed: 'Erro ao enviar código de verificação.',
  codeMissing: 'Digite o código de 6 dígitos recebido por SMS.',
  codeInvalid: 'Código inválido ou expirado.',
  codeSent: 'Código enviado!',
  configured: '2FA configurado com sucesso.',
} as const;

/** How the service says that a code is not the one, or came too late. */
const WRONG_CODES = new Set(['mfa_verification_failed', 'mfa_challenge_expired']);

/** The sentence for a refused code of a factor that is set up. */
export function setupRefusal(error: unknown): string {
  return WRONG_CODES.has(authProblem(error).code) ? twoFactor.codeInvalid : codeRefusal(error);
}

/** Digits of a telephone with its country code, at least. */
export const PHONE_MINIMUM = 10;

export function done(title: string, description?: string): ToastMessage {
  return { title, tone: 'success', ...(description === undefined ? {} : { description }) };
}

export function failed(title: string, description?: string): ToastMessage {
  return { title, tone: 'destructive', ...(description === undefined ? {} : { description }) };
}

export const LOAD_ADVICE = 'A conexão falhou ou o servidor não respondeu.';
