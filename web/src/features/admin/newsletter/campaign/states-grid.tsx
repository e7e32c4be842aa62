import { formatCount, formatNumber } from '@/lib/format';
import type { CampaignCounts, RecipientState } from '../queries';
import { RECIPIENT_STATES } from '../text';

const STATES = Object.keys(RECIPIENT_STATES) as RecipientState[];

/** The recipients by state; the numbers add up to all of them. */
export function StatesGrid({ counts }: { counts: CampaignCounts }) {
  return (
    <>
      <dl className="grid grid-cols-2 border-t border-l border-border sm:grid-cols-3 2xl:grid-cols-6">
        {STATES.map((state) => (
          <div key={state} className="border-r border-b border-border p-4">
            <dt className="type-ui text-muted-foreground">{RECIPIENT_STATES[state].label}</dt>
            <dd className="mt-3 type-numeral text-[clamp(1.75rem,1.5rem+1vw,2.5rem)] tabular-nums">
              {formatNumber(counts[state])}
            </dd>
            <dd className="mt-3 type-meta">{RECIPIENT_STATES[state].about}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 type-meta tabular-nums">
        Ao todo, {formatCount(counts.recipients, 'destinatário', 'destinatários')}.
      </p>
    </>
  );
}
