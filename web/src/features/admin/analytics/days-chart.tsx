import { paths } from '@/app/pages';
import type { SourceKind } from '@/generated/clicks';
import { formatCount, formatNumber } from '@/lib/format';
import { withQuery } from '@/lib/query-string';
import { useNavigate, useSearchParams } from '@/lib/router';
import { SelectField } from '@/ui/select-field';
import { type Bar, BarChart } from '@/widgets/bar-chart';
import type { Period } from './queries';
import { KIND_NAMES, kindOf } from './source-names';

/** The days' views, or their visits: all, or those from one group of sources. The address says which. */
export function DaysChart({
  period,
  views,
  visitsOf,
  kinds,
}: {
  period: Period;
  views: readonly Bar[];
  visitsOf: (kind?: SourceKind) => readonly Bar[];
  kinds: readonly SourceKind[];
}) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const asked = params.get('mostrar');
  const kind = kindOf(asked);
  const isVisits = asked === 'visitas' || kind !== undefined;
  const bars = isVisits ? visitsOf(kind) : views;
  const what = isVisits ? 'Visitas' : 'Visualizações';
  return (
    <>
      <SelectField
        label="Mostrar no gráfico"
        className="mb-6 w-72 max-sm:w-full"
        options={[
          { value: '', label: 'Visualizações de páginas' },
          { value: 'visitas', label: 'Visitas de todas as origens' },
          ...kinds.map((value) => ({ value, label: `Visitas: ${KIND_NAMES[value]}` })),
        ]}
        value={kind ?? (isVisits ? 'visitas' : '')}
        onChange={(event) =>
          navigate(
            withQuery(paths.adminVisits, {
              dias: params.get('dias') ?? undefined,
              mostrar: event.target.value || undefined,
            }),
            { replace: true },
          )
        }
      />
      <BarChart
        title={isVisits ? `Visitas por dia${kind ? `: ${KIND_NAMES[kind]}` : ''}` : 'Por dia'}
        step="Dia"
        bars={bars}
        format={(value) =>
          isVisits ? formatCount(value, 'visita', 'visitas') : formatCount(value, 'visualização', 'visualizações')
        }
        beforeName={`${period} dias antes`}
        tableLabel="Ver os números de cada dia"
        table={<DaysTable bars={bars} what={what} />}
      />
    </>
  );
}

function DaysTable({ bars, what }: { bars: readonly Bar[]; what: string }) {
  return (
    <table className="mt-2 w-full max-w-md border-collapse type-ui">
      <caption className="sr-only">{what} por dia</caption>
      <thead>
        <tr className="border-b border-border text-left">
          <th scope="col" className="py-2 font-label">
            Dia
          </th>
          <th scope="col" className="py-2 text-right font-label">
            {what}
          </th>
          <th scope="col" className="py-2 text-right font-label">
            Período anterior
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ key, name, value, before }) => (
          <tr key={key} className="border-b border-border">
            <th scope="row" className="py-1.5 text-left font-normal">
              {name}
            </th>
            <td className="py-1.5 text-right tabular-nums">{formatNumber(value)}</td>
            <td className="py-1.5 text-right text-muted-foreground tabular-nums">{formatNumber(before ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
