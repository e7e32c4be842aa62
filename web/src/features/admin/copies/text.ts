/** The copies in words. */
import { formatBytes } from '@/lib/bytes';
import { formatAgo, formatCount, formatDateTime, formatNumber } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { ContinuousShown, CopyShown, CopyTarget } from './queries';

export interface Mark {
  label: string;
  tone: StateTone;
}

/** State of a copy: being made, in the target, gone, or failed. */
export function stateOf({ state, is_kept: isKept }: Pick<CopyShown, 'state' | 'is_kept'>): Mark {
  if (state === 'running') return { label: 'Em andamento', tone: 'running' };
  if (state === 'failed') return { label: 'Falhou', tone: 'failure' };
  return isKept === false ? { label: 'Não está no destino', tone: 'failure' } : { label: 'Completa', tone: 'success' };
}

/** Contents of a copy, as far as they are known. */
export function contentsOf({ bytes, rows, files }: Pick<CopyShown, 'bytes' | 'rows' | 'files'>): string {
  return [
    bytes !== null && formatBytes(bytes),
    rows !== null && formatCount(rows, 'registro', 'registros'),
    rows !== null && (files === null ? 'sem os arquivos' : formatCount(files, 'arquivo', 'arquivos')),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** State of the continuous copy, with a sentence about it. */
export function continuousStateOf(
  { copied_until: until, is_late: isLate }: Pick<ContinuousShown, 'copied_until' | 'is_late'>,
  now: number,
): Mark & { sentence: string } {
  if (until === null) {
    return isLate
      ? { label: 'Parada', tone: 'failure', sentence: 'A primeira cópia do banco de dados não chegou ao destino.' }
      : { label: 'Começando', tone: 'running', sentence: 'A primeira cópia do banco de dados está a caminho.' };
  }
  const safe = `Tudo o que foi gravado até ${formatDateTime(until)} está no destino`;
  return isLate
    ? {
        label: 'Atrasada',
        tone: 'failure',
        sentence: `${safe} (${formatAgo(until, now)}). O que veio depois, ainda não.`,
      }
    : {
        label: 'Em dia',
        tone: 'success',
        sentence: `${safe}. Dá para voltar a qualquer segundo dos últimos sete dias.`,
      };
}

/** Schedule, number and form of the copies. */
export function planOf({ schedule, hour, keep, rows_only: rowsOnly, encrypted }: CopyTarget): string {
  const when = schedule === 'daily' ? 'Todo dia' : 'Todo domingo';
  const kept = keep === 1 ? 'só a última fica guardada' : `as ${formatNumber(keep)} últimas ficam guardadas`;
  return [
    `${when} às ${hour}h, e ${kept}.`,
    encrypted ? 'São criptografadas com a sua senha.' : 'Não são criptografadas.',
    rowsOnly && 'Os arquivos enviados ficam de fora.',
  ]
    .filter(Boolean)
    .join(' ');
}
