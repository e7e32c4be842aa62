import { ShieldCheck } from 'lucide-react';
import { Badge } from '@/ui/badge';
import { StateBadge } from '@/ui/state-badge';
import type { Person } from './queries';
import { ROLE_NAMES } from './text';

export function PersonBadges({ person }: { person: Person }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {person.roles.map((role) => (
        <Badge key={role} tone="line">
          {ROLE_NAMES[role]}
        </Badge>
      ))}
      {person.banned_until && <StateBadge tone="failure">Suspensa</StateBadge>}
      {person.confirmed ? (
        <StateBadge tone="success">Confirmada</StateBadge>
      ) : (
        !person.is_anonymous && (
          <StateBadge tone="draft">{person.invited_at ? 'Convidada' : 'Por confirmar'}</StateBadge>
        )
      )}
      {person.second_factor && <Badge icon={ShieldCheck}>Duas etapas</Badge>}
    </span>
  );
}
