import { formatNumber } from '@/lib/format';
import { BarChart } from '@/widgets/bar-chart';
import { monthName, shortMonth } from './months';
import type { MonthFigures } from './queries';
import { money } from './text';

const COLUMNS = [
  { label: 'Recebido', of: ({ received }: MonthFigures) => money(received) },
  { label: 'Recorrente', of: ({ recurring }: MonthFigures) => money(recurring) },
  { label: 'Pagantes', of: ({ paying }: MonthFigures) => formatNumber(paying) },
  { label: 'Novas', of: ({ started }: MonthFigures) => formatNumber(started) },
  { label: 'Cancelamentos', of: ({ ended }: MonthFigures) => formatNumber(ended) },
  { label: 'Falhas', of: ({ failed }: MonthFigures) => formatNumber(failed) },
];

export function IncomeChart({ months }: { months: readonly MonthFigures[] }) {
  return (
    <div className="mt-10">
      <BarChart
        title="Recebido por mês"
        step="Mês"
        bars={months.map(({ month, received }) => ({
          key: month,
          name: monthName(month),
          short: shortMonth(month),
          value: received,
        }))}
        format={money}
        tableLabel="Ver os números de cada mês"
        table={<FiguresTable months={months} />}
      />
    </div>
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
