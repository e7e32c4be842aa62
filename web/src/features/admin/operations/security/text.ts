/** The texts of the Segurança tab, besides those of each setting in `blocks.ts`. */
import { retentions } from '@/generated/retention';
import { taskLabels } from '@/generated/tasks';
import { failureOf } from '@/lib/errors';
import { formatCount, formatNumber } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { ToastMessage } from '@/ui/toast';
import { failureMessage } from '@/widgets/failure-message';
import { inMinutes } from './minutes';
import type { Job, JobRun } from './queries';
import { accepts, rangeOf, type SettingKey } from './values';

export const LOGIN_NEEDED = 'Você precisa estar logado para alterar essas configurações.';

/** `De 6 a 50 caracteres`; undefined for a switch. */
export function rangeHint(key: SettingKey, unit: string): string | undefined {
  const range = rangeOf(key);
  return range && `De ${formatNumber(range.least)} a ${formatNumber(range.most)} ${unit}`;
}

/** The range; of seconds also how long the typed ones are. */
export function hintOf(key: SettingKey, unit: string, value: string): string | undefined {
  const hint = rangeHint(key, unit);
  const isLong = unit === 'segundos' && accepts(key, value) && Number(value) >= 60;
  return isLong ? `${hint}. ${formatNumber(Number(value))} segundos = ${inMinutes(Number(value))}` : hint;
}

/** Reason why a typed number is refused. */
export const refusalOf = (key: SettingKey, unit: string): string | undefined => {
  const range = rangeHint(key, unit);
  return range && `Use um número inteiro, ${range.charAt(0).toLowerCase()}${range.slice(1)}.`;
};

/** The message of a failed change: in the server's words where it has a sentence for people. */
export function failed(title: string, error: unknown): ToastMessage {
  const message = failureMessage(title, error);
  return failureOf(error).kind === 'expired' ? { ...message, description: LOGIN_NEEDED } : message;
}

export const secondFactor = {
  title: 'Verificação em duas etapas (2FA)',
  about: 'Protege a sua conta de administração: além da senha, um código que só você recebe.',
};

export const RUN_FAILED = 'Erro ao executar o job.';

function kept(job: Job): string {
  const period = retentions[job];
  return 'days' in period ? formatCount(period.days, 'dia', 'dias') : formatCount(period.months, 'mês', 'meses');
}

/** Time for which events of the accounts are kept. */
export const EVENTS_KEPT = kept('cleanup_old_auth_logs');

/** Returns the warning before a removal, with the number of rows it removes. */
export function cleanQuestion(count: number | undefined, isFailed: boolean): string {
  if (isFailed) return `Não foi possível contar os registros. Serão removidos os que têm mais de ${EVENTS_KEPT}.`;
  if (count === undefined) return `Contando os registros com mais de ${EVENTS_KEPT}...`;
  if (count === 0) return `Nenhum registro tem mais de ${EVENTS_KEPT}: nada será removido.`;
  const [one, many] = [
    `registro com mais de ${EVENTS_KEPT} será removido`,
    `registros com mais de ${EVENTS_KEPT} serão removidos`,
  ];
  return `${formatCount(count, one, many)}. Não há como desfazer.`;
}

/** Description of each job, in a sentence. */
export const ABOUT_JOBS: Readonly<Record<Job, string>> = {
  cleanup_old_rate_limits: `Remove as contagens de tentativas de login com mais de ${kept('cleanup_old_rate_limits')}, que já não limitam ninguém.`,
  cleanup_old_auth_logs: `Remove os registros de entrada, saída e recusa com mais de ${EVENTS_KEPT}.`,
  cleanup_old_job_logs: `Remove os registros de execução com mais de ${kept('cleanup_old_job_logs')}.`,
};

export function runToast({ job_name: job, status, message }: JobRun): ToastMessage {
  const description = [taskLabels[job] ?? job, message].filter(Boolean).join(': ');
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
