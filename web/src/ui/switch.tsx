import { Switch as Primitive } from 'radix-ui';
import { useId } from 'react';
import { cx } from '@/lib/cx';

export interface SwitchProps {
  label: string;
  description?: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** A switch with its label on the left; the whole row operates it. */
export function Switch({ label, description, checked, onCheckedChange, disabled = false, className }: SwitchProps) {
  const id = useId();
  return (
    <div
      className={cx('flex min-h-14 items-center justify-between gap-4 border-b border-border py-2 type-ui', className)}
    >
      <label htmlFor={id} className="flex-1 cursor-pointer">
        {label}
        {description && (
          <span id={`${id}-about`} className="block text-small text-muted-foreground">
            {description}
          </span>
        )}
      </label>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        disabled={disabled}
        aria-describedby={description ? `${id}-about` : undefined}
        className="relative h-6 w-10 before:absolute before:-inset-2.5 shrink-0 rounded-full bg-muted inset-ring inset-ring-input transition-colors duration-(--dur-2) data-[state=checked]:bg-primary data-[state=checked]:inset-ring-0 disabled:cursor-not-allowed disabled:opacity-60"
      >
        <Primitive.Thumb className="block size-4 translate-x-1 rounded-full bg-input transition-[translate,background-color] duration-(--dur-2) ease-out data-[state=checked]:translate-x-5 data-[state=checked]:bg-primary-foreground" />
      </Primitive.Root>
    </div>
  );
}
