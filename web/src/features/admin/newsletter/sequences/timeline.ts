/** Days of a preview, counted from today. */
import { formatCount, formatDateTime } from '@/lib/format';

const DAY_MS = 86_400_000;

/** Returns an instant with its distance in days: `Hoje`, or `Daqui a 8 dias`. */
export function dayText(at: string, now = Date.now()): string {
  const days = Math.round((Date.parse(at) - now) / DAY_MS);
  return `${days <= 0 ? 'Hoje' : `Daqui a ${formatCount(days, 'dia', 'dias')}`}, ${formatDateTime(at)}`;
}
