/** The texts of the Segurança tab, besides those of each setting in `blocks.ts`. */
import { failureOf } from '@/lib/errors';
import { formatNumber } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { ToastMessage } from '@/ui/toast';
import { failureMessage } from '@/widgets/use-action';
import type { JobRun } from './queries';
import { rangeOf, type SettingKey } from './values';

export const LOGIN_NEEDED = 'Você precisa estar logado para alterar essas configurações.';

/** `De 6 a 50 caracteres`; undefined for a switch. */
export function rangeHint(key: SettingKey, unit: string): string | undefined {
  const range = rangeOf(key);
  return range && `De ${formatNumber(range.least)} a ${formatNumber(range.most)} ${unit}`;
}

/** The message of a failed change: in the server's words where it has a sentence for people. */
export function failed(title: string, error: unknown): ToastMessage {
  const message = failureMessage(title, error);
  return failureOf(error).kind === 'expired' ? { ...message, description: LOGIN_NEEDED } : message;
}

export const secondFactor = {
  title: 'Autenticação em dois fatores (2FA)',
  about: 'Um código recebido por SMS, além da senha, para entrar nesta conta.',
  unavailable:
    'O servidor ainda não confere o segundo fator. Até lá o cadastro fica desligado: um código que ninguém confere não protege a conta.',
  phone: 'Número de telefone',
  phoneHint: 'Com DDI, como +5511999999999. Pelo menos 10 caracteres.',
  send: 'Enviar código',
  steps: [
    'Informe o número de telefone que vai receber o código.',
    'Digite o código de 6 dígitos recebido por SMS.',
    '2FA Ativo: sua conta está protegida.',
  ],
};

export const RUN_FAILED = 'Erro ao executar o job.';

export function runToast({ job_name: job, status, message }: JobRun): ToastMessage {
  const description = [job, message].filter(Boolean).join(': ');
  return status === 'error'
    ? { title: RUN_FAILED, description, tone: 'destructive' }
    : { title: 'Job executado', description, tone: 'success' };
}

const STATUS: Readonly<Record<string, { label: string; tone: StateTone }>> = {
  success: { label: 'Sucesso', tone: 'success' },
  error: { label: 'Erro', tone: 'failure' },
  running: { label: 'Em execução', tone: 'running' },
};

/** The state of a run; undefined for an unknown one. */
export const statusOf = (status: string): { label: string; tone: StateTone } | undefined => STATUS[status];

/** `84 ms`, `1,5 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1000, 1)} s`;
}
