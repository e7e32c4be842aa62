import { ArrowLeft } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Link } from './link';

/** A link to the parent page. */
export function BackLink({ href, className, children }: { href: string; className?: string; children: string }) {
  return (
    <Link
      href={href}
      className={cx(
        'group inline-flex min-h-11 items-center gap-2 type-ui text-foreground-2 hover:text-foreground',
        className,
      )}
    >
      <ArrowLeft
        aria-hidden="true"
        strokeWidth={1.6}
        className="size-4.5 transition-[translate] duration-(--dur-2) ease-out group-hover:-translate-x-1"
      />
      {children}
    </Link>
  );
}
