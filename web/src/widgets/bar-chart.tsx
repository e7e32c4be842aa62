import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { cx } from '@/lib/cx';

const WIDTH = 600;
const HEIGHT = 160;

/** One bar of a chart. */
export interface Bar {
  key: string;
  /** Name of the bar in words: `12/11`, `novembro de 2026`. */
  name: string;
  /** Name of the bar below the chart, if there is room for each. */
  short?: string;
  value: number;
  /** The same figure of the period before. */
  before?: number | undefined;
}

export interface BarChartProps {
  title: string;
  /** Unit of a step with the arrow keys: `Dia`, `Mês`. */
  step: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** Name of the figures of `before`, such as `antes`. */
  beforeName?: string;
  /** Label of the button that opens the table: `Ver os números de cada dia`. */
  tableLabel: string;
  table: ReactNode;
}

/**
 * Bars with the value of the chosen one above them. A range input over the bars makes them one stop of the keyboard, read
 * out with name and value; the table has the same figures.
 */
export function BarChart({ title, step, bars, format, beforeName = 'antes', tableLabel, table }: BarChartProps) {
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const last = bars.length - 1;
  const at = Math.min(chosen ?? last, last);
  const bar = bars[at];
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]));
  const text = bar && textOf(bar, format, beforeName);
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setChosen(Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * bars.length))));
  };
  if (!bar) return null;
  return (
    <figure aria-labelledby={`${id}-title`}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-border-strong pt-4">
        <span id={`${id}-title`} className="type-title-2">
          {title}
        </span>
        <span aria-hidden="true" className="type-ui tabular-nums">
          {text}
        </span>
      </figcaption>
      <p aria-hidden="true" className="mt-3 border-b border-border pb-0.5 text-right type-meta tabular-nums">
        {format(most)}
      </p>
      <div
        className="relative has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ring"
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(undefined)}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full border-b border-border-strong text-foreground lg:h-52"
        >
          {bars.map(({ key, value, before }, index) => (
            <Column
              key={key}
              index={index}
              count={bars.length}
              value={value / most}
              before={(before ?? 0) / most}
              isChosen={index === at}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label={`${step}: ${title}`}
          aria-valuetext={text}
          min={0}
          max={last}
          step={1}
          value={at}
          onChange={(event) => setChosen(Number(event.target.value))}
          className="absolute inset-0 m-0 size-full cursor-crosshair appearance-none opacity-0"
        />
      </div>
      <Names bars={bars} />
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center type-ui underline decoration-1 underline-offset-[0.28em]">
          {tableLabel}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section aria-label={`Números: ${title}`} tabIndex={0} className="max-h-120 overflow-auto">
          {table}
        </section>
      </details>
    </figure>
  );
}

function textOf({ name, value, before }: Bar, format: (value: number) => string, beforeName: string): string {
  const compared = before === undefined ? '' : ` (${beforeName}: ${format(before)})`;
  return `${name}: ${format(value)}${compared}`;
}

interface ColumnProps {
  index: number;
  count: number;
  /** Parts of the highest bar. */
  value: number;
  before: number;
  isChosen: boolean;
}

/** A bar, with that of the period before wider and lighter behind it. */
function Column({ index, count, value, before, isChosen }: ColumnProps) {
  const step = WIDTH / count;
  const gap = Math.min(12, step * 0.3);
  const heightOf = (part: number) => (part === 0 ? 0 : Math.max(2, part * HEIGHT));
  const [height, behind] = [heightOf(value), heightOf(before)];
  return (
    <>
      {behind > 0 && (
        <rect
          x={index * step + gap / 4}
          y={HEIGHT - behind}
          width={step - gap / 2}
          height={behind}
          className="fill-border"
        />
      )}
      <rect
        x={index * step + gap / 2}
        y={HEIGHT - height}
        width={step - gap}
        height={height}
        className={isChosen ? 'fill-north' : 'fill-current'}
      />
    </>
  );
}

/** Each name where they are given short, else the first and the last. */
function Names({ bars }: { bars: readonly Bar[] }) {
  const isEach = bars.every(({ short }) => short !== undefined);
  const shown = isEach ? bars : [bars[0], bars.at(-1)];
  return (
    <p
      aria-hidden="true"
      className={cx('mt-2 type-meta', isEach ? 'grid auto-cols-fr grid-flow-col text-center' : 'flex justify-between')}
    >
      {shown.map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names never move
        <span key={index}>{bar?.short ?? bar?.name}</span>
      ))}
    </p>
  );
}
