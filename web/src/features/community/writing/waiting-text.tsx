import { CircleAlert } from 'lucide-react';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';

export interface WaitingTextProps {
  title?: string;
  content: string;
  problem: string | undefined;
  onRetry: () => void;
  onDrop: () => void;
}

/** A text on its way: pale while it is being sent, with a way on where that failed. */
export function WaitingText({ title, content, problem, onRetry, onDrop }: WaitingTextProps) {
  return (
    <article aria-busy={problem === undefined} className="border-t border-border py-5">
      <div className={problem ? undefined : 'opacity-60'}>
        {title && <h2 className="type-title-2">{title}</h2>}
        <p className="mt-1.5 text-base leading-normal whitespace-pre-wrap wrap-anywhere">{content}</p>
      </div>
      {problem ? (
        <div role="alert" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-destructive">
          <p className="flex items-center gap-1.5">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
            Não enviado. {problem}
          </p>
          <div className="flex gap-2 text-foreground">
            <Button variant="line" size="small" onClick={onRetry}>
              Tentar de novo
            </Button>
            <Button variant="ghost" size="small" onClick={onDrop}>
              Editar
            </Button>
          </div>
        </div>
      ) : (
        <p role="status" className="mt-2 flex items-center gap-2 type-meta">
          <Spinner className="size-3.5" />
          Enviando...
        </p>
      )}
    </article>
  );
}
