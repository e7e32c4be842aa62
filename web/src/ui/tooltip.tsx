import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '@/lib/cx';

/** The pointer rests on the button this long before its name is shown. */
const SHOW_MS = 300;
/** Time for which the name stays after the pointer left, so that the pointer can move onto it. */
const HIDE_MS = 150;
const GAP = 6;
/** Above a button nearer to the upper edge there is no room. */
const ROOM = 48;

export interface TooltipProps {
  label: string;
  side?: 'top' | 'right';
  children: ReactNode;
}

interface Place {
  left: number;
  top: number;
  className: string;
}

function placeBeside(button: Element, side: 'top' | 'right'): Place {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (side === 'right') return { left: right + GAP, top: (top + bottom) / 2, className: '-translate-y-1/2' };
  const middle = (left + right) / 2;
  if (top < ROOM) return { left: middle, top: bottom + GAP, className: '-translate-x-1/2' };
  return { left: middle, top: top - GAP, className: '-translate-x-1/2 -translate-y-full' };
}

/**
 * Shows an icon button's name on hover and focus; the button keeps its own `aria-label`. Written here because the library's
 * places itself with twelve kilobytes.
 */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  const [place, setPlace] = useState<Place>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (milliseconds: number, run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, milliseconds);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  const onPointerEnter = ({ pointerType, currentTarget }: PointerEvent) => {
    const button = currentTarget.firstElementChild;
    if (pointerType === 'touch' || !button) return;
    after(SHOW_MS, () => setPlace((shown) => shown ?? placeBeside(button, side)));
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) setPlace(placeBeside(target, side));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside is what is operated
    <span
      className="contents"
      onPointerEnter={onPointerEnter}
      onPointerLeave={() => after(HIDE_MS, hide)}
      onPointerDown={hide}
      onFocus={onFocus}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {place &&
        createPortal(
          <span
            role="tooltip"
            style={{ left: place.left, top: place.top }}
            className={cx(
              'fixed z-70 rounded-md bg-foreground px-2.5 py-1.5 text-small leading-tight whitespace-nowrap text-background shadow-pop',
              place.className,
            )}
          >
            {label}
          </span>,
          document.body,
        )}
    </span>
  );
}
