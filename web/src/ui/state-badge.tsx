import { Check, CircleAlert, Clock, Loader, Lock, PencilLine, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { type BadgeIcon, BadgeShape } from './badge';

export type StateTone = 'exclusive' | 'featured' | 'draft' | 'success' | 'waiting' | 'running' | 'failure';

/** Each state has an icon besides its text. A file of its own, because few visitors need it. */
const TONES: Record<StateTone, { look: string; icon: BadgeIcon }> = {
  exclusive: { look: 'bg-foreground text-background', icon: Lock },
  featured: { look: 'inset-ring inset-ring-north text-north', icon: Star },
  draft: { look: 'badge-hatched text-muted-foreground inset-ring inset-ring-input', icon: PencilLine },
  success: { look: 'bg-success-tint text-success', icon: Check },
  waiting: { look: 'text-muted-foreground inset-ring inset-ring-input', icon: Clock },
  running: { look: 'bg-warning-tint text-warning', icon: Loader },
  failure: { look: 'bg-destructive-tint text-destructive', icon: CircleAlert },
};

export function StateBadge({
  tone,
  className,
  children,
}: {
  tone: StateTone;
  className?: string;
  children: ReactNode;
}) {
  const { look, icon } = TONES[tone];
  return (
    <BadgeShape icon={icon} className={cx(look, className)}>
      {children}
    </BadgeShape>
  );
}
