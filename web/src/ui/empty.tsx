import { CircleAlert, RotateCcw } from 'lucide-react';
import type { ComponentType, ReactNode, SVGProps } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './button';
import { NeedleArt } from './needle-art';

export interface EmptyProps {
  title: string;
  description?: ReactNode;
  /** Stands where the needle art would: a lock, for instance. */
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  /** At most one action. */
  children?: ReactNode;
  className?: string;
}

/** Nothing here yet, or nothing for you: a sentence and one way on. */
export function Empty({ title, description, icon: Icon, children, className }: EmptyProps) {
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
      <h2 className="type-title-1">{title}</h2>
      {description && <p className="max-w-[40ch] type-ui text-muted-foreground">{description}</p>}
      {children && <div className="mt-3">{children}</div>}
    </div>
  );
}

export interface ErrorNoticeProps {
  title: string;
  description?: string;
  onRetry?: () => void;
}

/** What failed, what was kept, and 'Tentar de novo'. */
export function ErrorNotice({ title, description, onRetry }: ErrorNoticeProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 border border-destructive p-6 lg:p-10">
      <CircleAlert aria-hidden="true" className="mb-3 size-4.5" strokeWidth={1.6} />
      <h2 className="type-title-1">{title}</h2>
      {description && <p className="max-w-[40ch] type-ui text-muted-foreground">{description}</p>}
      {onRetry && (
        <Button variant="line" size="small" className="mt-3" onClick={onRetry}>
          <RotateCcw aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
          Tentar de novo
        </Button>
      )}
    </div>
  );
}
