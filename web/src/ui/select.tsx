import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { controlClass } from './input';

export interface Option {
  value: string;
  label: string;
}

/** The native list: right for touch and keyboards. */
export function Select({
  className,
  options = [],
  children,
  ...rest
}: ComponentProps<'select'> & { options?: readonly Option[] | undefined }) {
  return (
    <span className={cx('relative block', className)}>
      <select className={cx(controlClass, 'appearance-none pr-10')} {...rest}>
        {children}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2"
        strokeWidth={1.6}
      />
    </span>
  );
}
