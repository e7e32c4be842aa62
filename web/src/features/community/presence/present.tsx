import { Suspense } from 'react';
import { cx } from '@/lib/cx';
import { whenShown } from '@/lib/shown';
import { latePart } from '@/ui/start/late-part';
import type { HereProps } from './here';

const Here = latePart(() => whenShown().then(() => import('./here')));

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
