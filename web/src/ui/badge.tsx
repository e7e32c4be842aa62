import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from '@/lib/cx';

/** A label on a thing; its state is shown by `StateBadge`. */
export type BadgeTone = 'tag' | 'line' | 'soon' | 'new';

export type BadgeIcon = ComponentType<SVGProps<SVGSVGElement>>;

const TONES: Record<BadgeTone, string> = {
  tag: 'bg-muted text-foreground-2',
  line: 'inset-ring inset-ring-border text-foreground-2',
  soon: 'bg-north-tint text-north-strong',
  new: 'bg-north text-on-north',
};

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: BadgeIcon;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'tag', icon, className, children }: BadgeProps) {
  return (
    <BadgeShape icon={icon} className={cx(TONES[tone], className)}>
      {children}
    </BadgeShape>
  );
}

/** The shape all badges share, without colours. */
export function BadgeShape({
  icon: Icon,
  className,
  children,
}: {
  icon: BadgeIcon | undefined;
  className: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-sm px-2 py-0.5 font-label text-micro leading-tight whitespace-nowrap',
        className,
      )}
    >
      {Icon && <Icon aria-hidden="true" className="size-3.25" strokeWidth={2} />}
      {children}
    </span>
  );
}
