import { type ReactNode, useEffect, useState } from 'react';
import { cx } from '@/lib/cx';

/** Time that a load may take before the skeleton appears. */
const DELAY_MS = 200;

/** One grey shape of the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block rounded-sm bg-muted', className)} />;
}

/** Announces the wait at once and shows the shapes after 200 ms, so that quick responses do not flash. */
export function Loading({ label = 'Carregando', children }: { label?: string; children: ReactNode }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy="true" aria-label={label} className={shown ? undefined : 'invisible'}>
      {children}
    </div>
  );
}
