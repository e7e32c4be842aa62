import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from '@/lib/cx';
import { NeedleArt } from '@/ui/needle-art';

export interface EmptyProps {
  title: string;
  description?: ReactNode;
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  /** True if it is the whole page: its title is the page's heading. */
  isPage?: boolean;
  /** The action. There is at most one. */
  children?: ReactNode;
  className?: string;
}

/** An empty state: a sentence and one way on. */
export function Empty({ title, description, icon: Icon, isPage = false, children, className }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={cx('grid justify-items-start gap-2 border border-border p-6 lg:p-10', className)}>
      {Icon ? (
        <Icon aria-hidden="true" className="mb-3 size-4.5" strokeWidth={1.6} />
      ) : (
        <NeedleArt
          field="cadence"
          seed={title}
          width={128}
          height={64}
          step={22}
          className="mb-4 h-16 w-32 text-input"
        />
      )}
      <Heading className="type-title-1">{title}</Heading>
      {description && <p className="max-w-[40ch] type-ui text-muted-foreground">{description}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}
