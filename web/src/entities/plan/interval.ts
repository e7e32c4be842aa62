/** Intervals of recurring benefits, as people read them. */
import type { Interval } from '@/generated/content';

/** `toda semana` */
export const INTERVAL_TEXTS: Record<Interval, string> = { week: 'toda semana', month: 'todo mês' };

/** `Toda semana` */
export const INTERVAL_LABELS: Record<Interval, string> = { week: 'Toda semana', month: 'Todo mês' };
