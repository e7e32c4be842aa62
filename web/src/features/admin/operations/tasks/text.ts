import { formatDateTime } from '@/lib/format';
import type { StateTone } from '@/ui/state-badge';
import type { Task, TaskState } from './queries';

export const STATES: Readonly<Record<TaskState, { label: string; tone: StateTone }>> = {
  pending: { label: 'Aguardando', tone: 'waiting' },
  running: { label: 'Em execução', tone: 'running' },
  failed: { label: 'Falhou', tone: 'failure' },
  done: { label: 'Concluída', tone: 'success' },
  ignored: { label: 'Ignorada', tone: 'waiting' },
};

/** When a task is due, or when it was settled. */
export function whenText({ state, due_at: due, settled_at: settled }: Task): string | undefined {
  if (state === 'pending' && due) return `Próxima tentativa: ${formatDateTime(due)}`;
  return settled ? `Encerrada: ${formatDateTime(settled)}` : undefined;
}

export const triesText = (tries: number): string => (tries === 1 ? '1 tentativa' : `${tries} tentativas`);
