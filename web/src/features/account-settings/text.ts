/** The words of the settings that the product fixes, and those that come again. */
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

/** Digits of a telephone with its country code, at least. */
export const PHONE_MINIMUM = 10;

export function done(title: string, description?: string): ToastMessage {
  return { title, tone: 'success', ...(description === undefined ? {} : { description }) };
}

export function failed(title: string, description?: string): ToastMessage {
  return { title, tone: 'destructive', ...(description === undefined ? {} : { description }) };
}

export const LOAD_ADVICE = 'A conexão falhou ou o servidor não respondeu.';
