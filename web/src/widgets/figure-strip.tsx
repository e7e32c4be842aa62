import { cx } from '@/lib/cx';
import { Link } from '@/ui/link';

/** A figure that leads to its rows. */
export interface StripFigure {
  label: string;
  /** Undefined until it is known. */
  value: string | undefined;
  /** Text below the value. */
  note?: string | undefined;
  href: string;
  /** Amounts of money are longer than counts. */
  isLong?: boolean;
}

/** Figures in joined cells; each cell is the link to what it counts. */
export function FigureStrip({ figures, className }: { figures: readonly StripFigure[]; className?: string }) {
  return (
    <dl className={cx('grid grid-cols-2 border-t border-l border-border lg:grid-cols-4', className)}>
      {figures.map(({ label, value, note, href, isLong = false }) => (
        <div
          key={label}
          className="group relative row-span-3 grid grid-rows-subgrid gap-3 border-r border-b border-border p-4 transition-colors duration-(--dur-1) hover:bg-card lg:p-6"
        >
          <dt className="type-ui text-muted-foreground">{label}</dt>
          <dd
            aria-busy={value === undefined}
            className={cx(
              'self-end type-numeral',
              isLong
                ? 'text-[clamp(1.5rem,1rem+1.4vw,2.5rem)] leading-none [overflow-wrap:anywhere]'
                : 'text-[clamp(2.25rem,1.8rem+1.6vw,3.5rem)]',
            )}
          >
            {value === undefined ? (
              '\u2007'
            ) : (
              <Link
                href={href}
                aria-label={`${value} ${label}`}
                className="group-hover:text-north after:absolute after:inset-0"
              >
                {value}
              </Link>
            )}
          </dd>
          <dd className="type-meta">{note ?? ''}</dd>
        </div>
      ))}
    </dl>
  );
}
