import { CalendarX, Gift } from 'lucide-react';
import type { ReactElement } from 'react';
import { Badge } from '@/ui/badge';
import { StateBadge } from '@/ui/state-badge';
import type { MemberState } from './queries';
import { STATE_NAMES } from './text';

const MARKS: Readonly<Record<MemberState, (name: string) => ReactElement>> = {
  active: (name) => <StateBadge tone="success">{name}</StateBadge>,
  grace: (name) => <StateBadge tone="running">{name}</StateBadge>,
  pending: (name) => <StateBadge tone="running">{name}</StateBadge>,
  suspended: (name) => <StateBadge tone="failure">{name}</StateBadge>,
  courtesy: (name) => (
    <Badge tone="soon" icon={Gift}>
      {name}
    </Badge>
  ),
  ending: (name) => (
    <Badge tone="line" icon={CalendarX}>
      {name}
    </Badge>
  ),
  ended: (name) => <Badge>{name}</Badge>,
};

export const StateMark = ({ state }: { state: MemberState }) => MARKS[state](STATE_NAMES[state]);
