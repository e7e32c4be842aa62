import { CircleAlert, RotateCcw } from 'lucide-react';
import { Button } from './button';

export interface ErrorNoticeProps {
  title: string;
  description?: string;
  onRetry?: () => void;
}

/** A failure, and 'Tentar de novo'. */
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
