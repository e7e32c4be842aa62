import { StateBadge } from '@/ui/state-badge';
import type { CampaignState, RecipientState } from './queries';
import { CAMPAIGN_STATES, RECIPIENT_STATES } from './text';

export function CampaignMark({ state }: { state: CampaignState }) {
  const { label, tone } = CAMPAIGN_STATES[state];
  return <StateBadge tone={tone}>{label}</StateBadge>;
}

export function RecipientMark({ state }: { state: RecipientState }) {
  const { label, tone } = RECIPIENT_STATES[state];
  return <StateBadge tone={tone}>{label}</StateBadge>;
}
