import { useQuery } from '@tanstack/react-query';
import { cx } from '@/lib/cx';
import { formatNumber } from '@/lib/format';
import { Loaded } from '@/ui/loaded';
import { IncomeChart } from './income-chart';
import { comparison, giftsText } from './months';
import { type Income, incomeQuery } from './queries';
import { money } from './text';

export function IncomeGlance() {
  const income = useQuery(incomeQuery);
  return (
    <section aria-labelledby="receita" className="mb-14">
      <h3 id="receita" className="sr-only">
        Receita
      </h3>
      <Loaded
        query={income}
        failed="Não foi possível calcular a receita."
        loading="Calculando a receita"
        skeleton={['h-49 w-full', 'mt-10 h-92 w-full']}
      >
        {(figures) => <Figures income={figures} />}
      </Loaded>
    </section>
  );
}

function Figures({ income: { active, courtesies, months } }: { income: Income }) {
  const [before, now] = months.slice(-2);
  if (!before || !now) return null;
  const than = (figure: 'recurring' | 'started' | 'ended' | 'failed') =>
    comparison(now[figure], before[figure], before.month, figure === 'recurring' ? money : formatNumber);
  return (
    <>
      <dl className="grid grid-cols-2 border-t border-l border-border lg:grid-cols-[repeat(2,minmax(0,2fr))_repeat(3,minmax(0,1.4fr))]">
        <Figure label="Membros ativos" value={formatNumber(active)} note={giftsText(courtesies)} />
        <Figure label="Receita recorrente mensal" value={money(now.recurring)} note={than('recurring')} long />
        <Figure label="Novas assinaturas" value={formatNumber(now.started)} note={than('started')} />
        <Figure label="Cancelamentos neste mês" value={formatNumber(now.ended)} note={than('ended')} />
        <Figure label="Cobranças que falharam" value={formatNumber(now.failed)} note={than('failed')} />
      </dl>
      <IncomeChart months={months} />
    </>
  );
}

function Figure({ label, value, note, long = false }: { label: string; value: string; note: string; long?: boolean }) {
  return (
    // Labels, figures and notes align across a row, however long each is.
    <div className="row-span-3 grid grid-rows-subgrid gap-3 border-r border-b border-border p-4 last:col-span-2 lg:p-6 lg:last:col-span-1">
      <dt className="type-ui text-muted-foreground">{label}</dt>
      <dd
        className={cx(
          'self-end type-numeral',
          long
            ? 'text-[clamp(1.5rem,1rem+1.6vw,2.75rem)] leading-none [overflow-wrap:anywhere]'
            : 'text-[clamp(2.25rem,1.8rem+1.6vw,3.5rem)]',
        )}
      >
        {value}
      </dd>
      <dd className="type-meta">{note}</dd>
    </div>
  );
}
