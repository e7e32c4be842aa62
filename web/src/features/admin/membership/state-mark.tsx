import { CalendarX, Gift } from 'lucide-react';
import { Badge } from '@/ui/badge';
import { StateBadge } from '@/ui/state-badge';
import type { MemberState } from './queries';
import { STATE_NAMES } from './text';

const TONES = { active: 'success', grace: 'running', pending: 'running', suspended: 'failure' } as const;

const hasTone = (state: MemberState): state is keyof typeof TONES => state in TONES;

export function StateMark({ state }: { state: MemberState }) {
  const name = STATE_NAMES[state];
  if (hasTone(state)) return <StateBadge tone={TONES[state]}>{name}</StateBadge>;
  if (state === 'courtesy') {
    return (
      <Badge tone="soon" icon={Gift}>
        {name}
      </Badge>
    );
  }
  if (state === 'ending') {
    return (
      <Badge tone="line" icon={CalendarX}>
        {name}
      </Badge>
    );
  }
  return <Badge>{name}</Badge>;
}
