import { formatDate } from '@/lib/format';
import { isAhead } from '@/lib/local-time';
import { StateBadge } from '@/ui/state-badge';

/** The day until which only holders of early access see a content or course; nothing once it is open to all. */
export function EarlyBadge({ until }: { until: string | null }) {
  return until && isAhead(until) && <StateBadge tone="waiting">Antecipado até {formatDate(until)}</StateBadge>;
}
