import { cx } from '@/lib/cx';

/** A spinner in the current colour. With a label it is announced. */
export function Spinner({ label, className }: { label?: string; className?: string | undefined }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <span
        aria-hidden="true"
        className={cx(
          'size-4 animate-spin rounded-full border-[1.5px] border-current border-r-transparent motion-reduce:[animation-duration:2.4s]',
          className,
        )}
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
