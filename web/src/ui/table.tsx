import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';

/** The admin's table. Pages decide its layout on a phone. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return <table className={cx('w-full border-collapse text-ui leading-snug', className)} {...rest} />;
}

export function TableHeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cx(
        'bg-muted px-3 py-2.5 text-left font-label text-small whitespace-nowrap text-muted-foreground',
        className,
      )}
      {...rest}
    />
  );
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cx('border-b border-border transition-colors duration-(--dur-1) hover:bg-card', className)}
      {...rest}
    />
  );
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={cx('px-3 py-3.5 align-middle', className)} {...rest} />;
}
