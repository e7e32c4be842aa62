import { Check, CircleAlert, Loader, Lock, PencilLine, Star } from 'lucide-react';
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from '@/lib/cx';

export type BadgeTone =
  | 'tag'
  | 'line'
  | 'soon'
  | 'exclusive'
  | 'featured'
  | 'draft'
  | 'success'
  | 'running'
  | 'failure'
  | 'new';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;

/** A tone that means a state carries its icon; the word is always there. */
const TONES: Record<BadgeTone, { look: string; icon?: Icon }> = {
  tag: { look: 'bg-muted text-foreground-2' },
  line: { look: 'inset-ring inset-ring-border text-foreground-2' },
  soon: { look: 'bg-north-tint text-north-strong' },
  exclusive: { look: 'bg-foreground text-background', icon: Lock },
  featured: { look: 'inset-ring inset-ring-north text-north', icon: Star },
  draft: { look: 'badge-hatched text-muted-foreground inset-ring inset-ring-input', icon: PencilLine },
  success: { look: 'bg-success-tint text-success', icon: Check },
  running: { look: 'bg-warning-tint text-warning', icon: Loader },
  failure: { look: 'bg-destructive-tint text-destructive', icon: CircleAlert },
  new: { look: 'bg-north text-on-north' },
};

export interface BadgeProps {
  tone?: BadgeTone;
  /** Replaces the tone's own icon. */
  icon?: Icon;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'tag', icon, className, children }: BadgeProps) {
  const Icon = icon ?? TONES[tone].icon;
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-sm px-2 py-0.5 font-label text-micro leading-tight whitespace-nowrap',
        TONES[tone].look,
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.25" strokeWidth={2} />}
      {children}
    </span>
  );
}
