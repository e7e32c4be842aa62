import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'line' | 'soft' | 'ghost' | 'destructive' | 'paper';
export type ButtonSize = 'large' | 'small' | 'icon';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-primary-foreground enabled:hover:bg-primary-hover [a]:hover:bg-primary-hover',
  line: 'inset-ring inset-ring-foreground text-foreground enabled:hover:bg-foreground enabled:hover:text-background [a]:hover:bg-foreground [a]:hover:text-background',
  soft: 'bg-secondary text-secondary-foreground enabled:hover:bg-border [a]:hover:bg-border',
  ghost: 'text-foreground enabled:hover:bg-accent [a]:hover:bg-accent',
  destructive: 'bg-destructive text-destructive-foreground enabled:hover:brightness-90',
  paper: 'bg-block-foreground text-block enabled:hover:bg-white [a]:hover:bg-white',
};

const SIZES: Record<ButtonSize, string> = {
  /** Public pages, 52 px. */
  large: 'min-h-13 px-6 py-2 text-ui',
  /** Members and admin, 40 px; 44 px where fingers are likely. */
  small: 'min-h-11 px-4 py-1.5 text-sm lg:min-h-10',
  icon: 'size-11 shrink-0 lg:size-10',
};

/** The look of a button, for links that act as one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'large',
  className?: string,
): string {
  return cx(
    'inline-flex items-center justify-center gap-2.5 rounded-md font-label leading-tight whitespace-nowrap select-none max-[20rem]:whitespace-normal',
    'transition-[background-color,color,box-shadow,translate] duration-(--dur-1) active:translate-y-px',
    'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground disabled:inset-ring-0 disabled:translate-y-0',
    VARIANTS[variant],
    variant === 'ghost' && size === 'large' ? 'min-h-13 px-3 py-2 text-ui' : SIZES[size],
    className,
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true the button is disabled and shows a spinner; its width stays. */
  busy?: boolean;
  busyLabel?: string;
}

export function Button({
  variant = 'primary',
  size = 'large',
  busy = false,
  busyLabel,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
      {...rest}
    >
      {busyLabel === undefined ? (
        <>
          {busy && <Spinner />}
          {children}
        </>
      ) : (
        // Both labels overlap, so the wider one sets the width.
        <span className="grid place-items-center *:col-start-1 *:row-start-1 *:inline-flex *:items-center *:gap-2.5">
          <span className={busy ? 'invisible' : undefined}>{children}</span>
          <span className={busy ? undefined : 'invisible'}>
            <Spinner className={busy ? undefined : '[animation-play-state:paused]'} />
            {busyLabel}
          </span>
        </span>
      )}
    </button>
  );
}
