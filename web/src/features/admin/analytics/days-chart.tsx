import { formatCount, formatNumber } from '@/lib/format';
import { type DayViews, shortDay } from './days';

const WIDTH = 600;
const HEIGHT = 160;
const GAP = 4;

export function DaysChart({ days }: { days: readonly DayViews[] }) {
  const most = Math.max(1, ...days.map(({ views }) => views));
  const step = WIDTH / days.length;
  return (
    <figure>
      <p aria-hidden="true" className="type-meta">
        Até {formatCount(most, 'visualização', 'visualizações')} por dia
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-40 w-full border-b border-border-strong text-foreground lg:h-52"
      >
        {days.map(({ day, views }, index) => {
          const height = views === 0 ? 0 : Math.max(2, (views / most) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * step + GAP / 2}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
              className={index === days.length - 1 ? 'fill-north' : 'fill-current'}
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between type-meta">
        <span>{shortDay(days[0]?.day ?? '')}</span>
        <span>hoje</span>
      </p>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center type-ui underline decoration-1 underline-offset-[0.28em]">
          Ver os números de cada dia
        </summary>
        <table className="mt-2 w-full max-w-md border-collapse type-ui">
          <caption className="sr-only">Visualizações por dia</caption>
          <thead>
            <tr className="border-b border-border text-left">
              <th scope="col" className="py-2 font-label">
                Dia
              </th>
              <th scope="col" className="py-2 text-right font-label">
                Visualizações
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, views }) => (
              <tr key={day} className="border-b border-border">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {shortDay(day)}
                </th>
                <td className="py-1.5 text-right tabular-nums">{formatNumber(views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
