import { formatDate, isoDay } from '@/lib/format';
import { daysLater, startOfDay } from '@/lib/sao-paulo';
import type { StateTone } from '@/ui/state-badge';
import type { CourseRecord } from './queries';

export const endOfDay = (day: string): string => startOfDay(daysLater(day, 1))?.toISOString() ?? '';

export const lastDay = (expiresAt: string): string => isoDay(Date.parse(expiresAt) - 1);

export function stateOf({ active, expires_at: end, source }: CourseRecord): { tone: StateTone; label: string } {
  const isOver = end !== null && Date.parse(end) <= Date.now();
  if (active && !isOver) return { tone: 'success', label: 'Liberado' };
  if (isOver) return { tone: 'waiting', label: 'Vencido' };
  return { tone: 'draft', label: source === 'manual' ? 'Encerrado manualmente' : 'Sem compra ativa' };
}

export const isOpen = (record: CourseRecord): boolean => stateOf(record).tone === 'success';

/** The end of access; empty where none is known. */
export const endText = ({ expires_at: end }: CourseRecord): string =>
  end ? formatDate(Date.parse(end) - 1) : 'Sem prazo';

export function sourceText({ source, checked_at: checked }: CourseRecord): string {
  if (source === 'manual') return 'Manual';
  return checked ? `Hotmart, em ${formatDate(checked)}` : 'Hotmart';
}
