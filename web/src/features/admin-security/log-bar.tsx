import type { ReactNode } from 'react';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { Loading, Skeleton } from '@/ui/skeleton';

/** Below 1024 px a row of a log is a block: words on the left, the badge on the right. */
export const BLOCK_ROW =
  'max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-start max-lg:gap-x-4 max-lg:py-4';
export const BLOCK_CELL = 'max-lg:p-0';

export interface LogBarProps {
  title: string;
  /** What the list is narrowed by. */
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** The log's action. */
  children?: ReactNode;
}

/** A log's title, its filter and its action in one line. */
export function LogBar({ title, label, options, value, onChange, children }: LogBarProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 pt-8 pb-5">
      <h3 className="type-title-1">{title}</h3>
      <div className="flex flex-wrap items-end gap-3 max-sm:w-full">
        <Field label={label} className="max-sm:w-full sm:w-64">
          {(control) => (
            <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex max-sm:w-full max-sm:*:w-full *:min-h-12 lg:*:min-h-12">{children}</div>
      </div>
    </div>
  );
}

export function LogSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="mt-3 h-96 w-full" />
    </Loading>
  );
}
