import { formatCount } from '@/lib/format';

/** `10 minutos`, with the remaining seconds if any. */
export function inMinutes(seconds: number): string {
  const minutes = formatCount(Math.floor(seconds / 60), 'minuto', 'minutos');
  const rest = seconds % 60;
  return rest === 0 ? minutes : `${minutes} e ${formatCount(rest, 'segundo', 'segundos')}`;
}
