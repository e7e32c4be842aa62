import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice';
import { Loading, Skeleton } from './skeleton';

export interface PageStateProps {
  failed: boolean;
  onRetry: () => unknown;
  skeleton?: ReactNode;
}

/** A page without its data: the skeleton, or the failure. */
export function PageState({ failed, onRetry, skeleton }: PageStateProps) {
  return (
    <div className="wrap min-h-dvh py-[clamp(3rem,6vw,6rem)]">
      {failed ? (
        <ErrorNotice
          title="Não foi possível carregar a página."
          description="A conexão falhou ou o servidor não respondeu."
          onRetry={() => void onRetry()}
        />
      ) : (
        <Loading>
          {skeleton ?? (
            <>
              <Skeleton className="h-20 w-3/4" />
              <Skeleton className="mt-4 h-20 w-1/2" />
              <Skeleton className="mt-10 h-6 w-2/3" />
            </>
          )}
        </Loading>
      )}
    </div>
  );
}
