import { useEffect, useLayoutEffect, useRef } from 'react';
import { cx } from '@/lib/cx';
import type { drawNeedles, NeedleFieldOptions } from './needle-field';
import type { FieldName, GlyphName } from './needle-names';

export type { FieldName, GlyphName };

const useBrowserLayoutEffect = import.meta.env.SSR ? useEffect : useLayoutEffect;

/** The one object: React empties the element when it is given another. */
const NOTHING = { __html: '' };

/** The code that draws: on the server from the start, in the browser once a page has needed it. */
let drawing: typeof drawNeedles | undefined;

/** Gives the code that draws. The server's entry calls it: no page of the browser waits for it. */
export function drawWith(code: typeof drawNeedles): void {
  drawing = code;
}

async function loadDrawing(): Promise<typeof drawNeedles> {
  ({ drawNeedles: drawing } = await import('./needle-field'));
  return drawing;
}

/**
 * Decorative art in the current colour; the vermilion comes from the plate's tone. What the server drew stays; the code that
 * draws is fetched where the browser shows another piece.
 */
export function NeedleArt({ className, ...options }: NeedleFieldOptions & { className?: string }) {
  const element = useRef<SVGSVGElement>(null);
  const shown = useRef<string>(undefined);
  const wanted = JSON.stringify(options);
  useBrowserLayoutEffect(() => {
    const svg = element.current;
    if (!svg) return;
    const isServers = shown.current === undefined && svg.firstChild !== null;
    if (isServers || shown.current === wanted) {
      shown.current = wanted;
      return;
    }
    let isLeft = false;
    const draw = (by: typeof drawNeedles) => {
      if (isLeft) return;
      svg.innerHTML = by(JSON.parse(wanted) as NeedleFieldOptions);
      shown.current = wanted;
    };
    if (drawing) draw(drawing);
    else loadDrawing().then(draw, (reason: unknown) => console.warn('the art could not be loaded', reason));
    return () => {
      isLeft = true;
    };
  }, [wanted]);
  return (
    <svg
      ref={element}
      aria-hidden="true"
      focusable="false"
      viewBox={`0 0 ${options.width} ${options.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={cx('art', className)}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: paths made here
      dangerouslySetInnerHTML={import.meta.env.SSR && drawing ? { __html: drawing(options) } : NOTHING}
    />
  );
}

export type PlateTone = 'plate' | 'plate-2' | 'moss' | 'ink' | 'north';

/** A plate in one of the tones. */
export function Plate({
  tone,
  className,
  children,
}: {
  tone: PlateTone;
  className?: string;
  children?: React.ReactNode;
}) {
  return <div className={cx('plate', `tone-${tone}`, className)}>{children}</div>;
}

export function Monogram({
  initials,
  tone = 'plate-2',
  size = 'medium',
}: {
  initials: string;
  tone?: PlateTone;
  size?: 'small' | 'medium' | 'large';
}) {
  const box = { small: 'size-8 text-small', medium: 'size-10 text-ui', large: 'size-14 text-xl' }[size];
  return (
    <span
      aria-hidden="true"
      className={cx('inline-grid shrink-0 place-items-center rounded-sm font-serif font-medium', `tone-${tone}`, box)}
    >
      {initials}
    </span>
  );
}
