/** Rate and rest time of a campaign, from what its page has seen. */
import { formatCount, formatNumber } from '@/lib/format';
import type { CampaignCounts } from '../queries';

/** Number of emails that had left at a time. */
export interface Sample {
  at: number;
  sent: number;
}

/** Time over which the rate is measured. */
const WINDOW_MS = 30_000;

/** A rate over less than this says nothing. */
const MIN_SPAN_MS = 2_500;

export const sentOf = ({ delivered, failed, uncertain }: CampaignCounts): number => delivered + failed + uncertain;

/** Emails that are still to go out. */
export const leftOf = ({ waiting, sending }: CampaignCounts): number => waiting + sending;

/** Recipients with a final state, in percent. */
export function percentOf(counts: CampaignCounts): number {
  const { recipients } = counts;
  return recipients === 0 ? 0 : Math.floor(((recipients - leftOf(counts)) / recipients) * 100);
}

/** Adds a sample and leaves out those before the window, but for the last of them. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  // Emails sent again count anew.
  if (samples.some(({ sent }) => sent > sample.sent)) return [sample];
  const first = samples.findLastIndex(({ at }) => at <= sample.at - WINDOW_MS);
  return [...samples.slice(Math.max(first, 0)), sample];
}

/** Emails per second; undefined until enough was seen. */
export function rateOf(samples: readonly Sample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < MIN_SPAN_MS) return undefined;
  return (last.sent - first.sent) / ((last.at - first.at) / 1_000);
}

/** `38 por segundo`, `12 por minuto` */
export function rateText(perSecond: number): string {
  return perSecond >= 1
    ? `${formatNumber(Math.round(perSecond))} por segundo`
    : `${formatNumber(Math.max(1, Math.round(perSecond * 60)))} por minuto`;
}

/** `menos de 1 minuto`, `cerca de 2 horas` */
export function restText(seconds: number): string {
  if (seconds < 60) return 'menos de 1 minuto';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `cerca de ${formatCount(minutes, 'minuto', 'minutos')}`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `cerca de ${formatCount(hours, 'hora', 'horas')}`;
  return `cerca de ${formatCount(Math.round(hours / 24), 'dia', 'dias')}`;
}
