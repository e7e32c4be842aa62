import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { controlClass } from './input';

export interface Option {
  value: string;
  label: string;
}

export interface SelectProps extends ComponentProps<'select'> {
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined;
  options?: readonly Option[] | undefined;
}

/** The native list: right for touch and keyboards. */
export function Select({ className, placeholder, options = [], children, ...rest }: SelectProps) {
  return (
    <span className={cx('relative block', className)}>
      <select className={cx(controlClass, 'appearance-none pr-10')} {...rest}>
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
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
