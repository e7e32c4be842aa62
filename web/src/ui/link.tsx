import { ArrowRight, ArrowUpRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button';

/*
 * Links are plain anchors: the application listens once for clicks on them (app/link-navigation.tsx) and moves without a
 * page load where the address is its own. So links inside article text behave like all others.
 */

export interface LinkProps extends ComponentProps<'a'> {
  href: string;
  newTab?: boolean;
}

export function Link({ newTab = false, children, ...rest }: LinkProps) {
  const target = newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a {...target} {...rest}>
      {children}
      {newTab && <span className="sr-only"> (abre em nova aba)</span>}
    </a>
  );
}

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      className={cx(
        'underline decoration-north decoration-1 underline-offset-[0.28em] transition-[text-decoration-thickness] duration-(--dur-1) hover:decoration-2',
        className,
      )}
      {...rest}
    />
  );
}

/** The arrow that moves when the link, or the card around it, is hovered. */
export function LinkArrow({ newTab = false, className }: { newTab?: boolean; className?: string }) {
  const Icon = newTab ? ArrowUpRight : ArrowRight;
  return (
    <Icon
      aria-hidden="true"
      strokeWidth={1.6}
      className={cx(
        'size-4.5 shrink-0 transition-[translate,color] duration-(--dur-2) ease-out',
        newTab ? 'group-hover:translate-x-0.5 group-hover:-translate-y-0.5' : 'group-hover:translate-x-1',
        className,
      )}
    />
  );
}

/** Label and arrow inside a card that is itself the link. */
export function GoLabel({ children, className }: { children: string; className?: string }) {
  return (
    <span className={cx('inline-flex min-h-11 items-center gap-2 font-label type-ui', className)}>
      {children}
      <LinkArrow className="text-north" />
    </span>
  );
}

export function GoLink({
  className,
  children,
  newTab = false,
  onBlock = false,
  ...rest
}: LinkProps & { onBlock?: boolean }) {
  return (
    <Link
      newTab={newTab}
      className={cx('group inline-flex min-h-11 items-center gap-2 font-label type-ui', className)}
      {...rest}
    >
      {children}
      <LinkArrow newTab={newTab} className={onBlock ? 'text-block-north' : 'text-north'} />
    </Link>
  );
}

export function ButtonLink({
  variant = 'primary',
  size = 'large',
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Link className={buttonClass(variant, size, className)} {...rest} />;
}
