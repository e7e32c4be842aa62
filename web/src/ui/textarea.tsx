import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { controlClass } from './input';

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cx(controlClass, 'min-h-28 resize-y', className)} {...rest} />;
}
