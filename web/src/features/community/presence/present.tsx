import { lazy, Suspense } from 'react';
import { cx } from '@/lib/cx';
import type { HereProps } from './here';

const Here = lazy(() => import('./here'));

/** The place of who is in the channel. It keeps its height, so that nothing moves when somebody comes. */
export function Present({ className, ...here }: HereProps & { className?: string }) {
  return (
    <div className={cx('min-h-6', className)}>
      <Suspense>
        <Here {...here} />
      </Suspense>
    </div>
  );
}
