import { formatNumber } from '@/lib/format';
import { monthName, shortMonth } from './months';
import type { MonthFigures } from './queries';
import { money } from './text';

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 12;

const COLUMNS = [
  { label: 'Recebido', of: ({ received }: MonthFigures) => money(received) },
  { label: 'Recorrente', of: ({ recurring }: MonthFigures) => money(recurring) },
  { label: 'Pagantes', of: ({ paying }: MonthFigures) => formatNumber(paying) },
  { label: 'Novas', of: ({ started }: MonthFigures) => formatNumber(started) },
  { label: 'Perdidas', of: ({ ended }: MonthFigures) => formatNumber(ended) },
  { label: 'Falhas', of: ({ failed }: MonthFigures) => formatNumber(failed) },
];

export function IncomeChart({ months }: { months: readonly MonthFigures[] }) {
  const most = Math.max(1, ...months.map(({ received }) => received));
  const step = WIDTH / months.length;
  return (
    <figure className="mt-10">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-border-strong pt-4">
        <span className="type-title-2">Recebido por mês</span>
        <span aria-hidden="true" className="type-meta">
          Até {money(most)} em um mês
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-5 h-32 w-full border-b border-border-strong text-foreground lg:h-40"
      >
        {months.map(({ month, received }, index) => {
          const height = received === 0 ? 0 : Math.max(2, (received / most) * HEIGHT);
          return (
            <rect
              key={month}
              x={index * step + GAP / 2}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
              className={index === months.length - 1 ? 'fill-north' : 'fill-current'}
            />
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-2 grid grid-cols-12 text-center type-meta">
        {months.map(({ month }) => (
          <span key={month}>{shortMonth(month)}</span>
        ))}
      </p>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center type-ui underline decoration-1 underline-offset-[0.28em]">
          Ver os números de cada mês
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section aria-label="Números de cada mês" tabIndex={0} className="overflow-x-auto">
          <FiguresTable months={months} />
        </section>
      </details>
    </figure>
  );
}

function FiguresTable({ months }: { months: readonly MonthFigures[] }) {
  return (
    <table className="mt-2 w-full border-collapse type-ui whitespace-nowrap">
      <caption className="sr-only">Receita e assinaturas por mês</caption>
      <thead>
        <tr className="border-b border-border text-left">
          <th scope="col" className="py-2 pr-6 font-label">
            Mês
          </th>
          {COLUMNS.map(({ label }) => (
            <th key={label} scope="col" className="py-2 pl-6 text-right font-label">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => (
          <tr key={month.month} className="border-b border-border">
            <th scope="row" className="py-1.5 pr-6 text-left font-normal">
              {monthName(month.month)}
            </th>
            {COLUMNS.map(({ label, of }) => (
              <td key={label} className="py-1.5 pl-6 text-right tabular-nums">
                {of(month)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
