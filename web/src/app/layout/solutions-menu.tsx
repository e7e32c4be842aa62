import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { useLocation } from '@/lib/router';
import { Badge } from '@/ui/badge';
import { Link } from '@/ui/link';
import { paths } from '../pages';
import { isCurrent, type Solution, solutions } from './navigation';

/** Time for which a pointer must rest, or stay away, before the menu opens or closes. */
const INTENT_MS = 120;

export function SolutionsMenu() {
  const { pathname } = useLocation();
  const [open, setOpen] = useOpenHere();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const hovered = useRef(false);

  useEffect(() => () => clearTimeout(timer.current), []);

  const intend = (next: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      hovered.current = next;
      setOpen(next);
    }, INTENT_MS);
  };
  const onClick = () => {
    clearTimeout(timer.current);
    // A click on the menu that hovering has just opened keeps it open.
    setOpen(!open || hovered.current);
    hovered.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only shortens the way; the button inside does all
    <div
      className="relative flex items-stretch"
      onPointerEnter={(event) => event.pointerType === 'mouse' && intend(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && intend(false)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="solutions-menu"
        aria-current={
          pathname === paths.solutions || solutions.some((item) => isCurrent(item.path, pathname)) ? 'true' : undefined
        }
        onClick={onClick}
        className={topItemClass}
      >
        Soluções
        <ChevronDown
          aria-hidden="true"
          strokeWidth={1.6}
          className={cx('size-4 transition-[rotate] duration-(--dur-2)', open && 'rotate-180')}
        />
      </button>
      {open && (
        <ul
          id="solutions-menu"
          className="absolute top-full right-0 w-92 rounded-lg border border-border bg-popover p-2 shadow-pop enter-rise"
        >
          {solutions.map((item) => (
            <li key={item.path}>
              <SolutionLink item={item} current={isCurrent(item.path, pathname)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Serif title and one line about it. */
export function SolutionLink({ item, current, className }: { item: Solution; current: boolean; className?: string }) {
  return (
    <Link
      href={item.path}
      aria-current={current ? 'page' : undefined}
      className={cx('grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 rounded-md px-3.5 py-3 hover:bg-accent', className)}
    >
      <span className="type-title-3">{item.label}</span>
      {item.comingSoon && <Badge tone="soon">Em breve</Badge>}
      <span className="col-span-full text-small leading-snug text-muted-foreground">{item.about}</span>
    </Link>
  );
}

/** The look of an entry in the bar; the current one has the vermilion line. */
export const topItemClass = cx(
  'relative inline-flex items-center gap-1.5 px-3.5 type-ui text-foreground-2 hover:text-foreground focus-visible:-outline-offset-4',
  'aria-[current]:font-label aria-[current]:text-foreground aria-[current]:after:absolute aria-[current]:after:inset-x-3.5 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-north',
);

/**
 * Returns `true` if a menu is open. Navigating closes it during rendering: an effect would also undo the press that
 * opened the menu of a page just hydrated.
 */
export function useOpenHere() {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const [here, setHere] = useState(pathname);
  if (here !== pathname) {
    setHere(pathname);
    setOpen(false);
  }
  return [open, setOpen] as const;
}
