import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '@/lib/format';
import { Empty } from '@/ui/empty';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { daily, sum } from './days';
import { DaysChart } from './days-chart';
import { type Figures, figuresQuery, shownDays } from './queries';

const explanation =
  'Contamos páginas e cliques, não pessoas: sem cookie, sem identificador. Quem pede privacidade ao navegador e os robôs ficam de fora.';

const nothingYet = {
  title: 'Nenhuma visita nos últimos 30 dias',
  description: 'As visitas aparecem aqui alguns segundos depois de acontecerem.',
};

/** The names of clicks; an unknown one shows its identifier. */
const clickNames: Readonly<Record<string, string>> = {
  'hero solucoes': 'Início: Conhecer as soluções',
  'hero sobre': 'Início: Minha trajetória',
  'hero conversa': 'Início: Conversar',
};

export function Visits() {
  const figures = useQuery(figuresQuery);
  return (
    <>
      <PanelHeading title="Visitas" />
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{explanation}</p>
      <Loaded
        query={figures}
        failed="Não foi possível carregar as visitas."
        loading="Carregando as visitas"
        skeleton={['h-36 w-full', 'mt-8 h-64 w-full']}
      >
        {(data) => <FiguresView figures={data} />}
      </Loaded>
    </>
  );
}

function FiguresView({ figures }: { figures: Figures }) {
  const days = daily(shownDays(Date.now()), figures.days);
  const clicks = sum(figures.clicks.map(({ count }) => count));
  const views = sum(days.map((day) => day.views));
  if (views + clicks === 0) return <Empty {...nothingYet} />;
  return (
    <>
      <dl className="grid border-t border-l border-border sm:grid-cols-3">
        <Figure label="Visualizações em 30 dias" value={views} />
        <Figure label="Hoje" value={days.at(-1)?.views ?? 0} />
        <Figure label="Cliques em 30 dias" value={clicks} />
      </dl>
      <h3 className="mt-14 mb-4 border-t border-border-strong pt-4 type-title-2">Por dia</h3>
      <DaysChart days={days} />
      <div className="mt-14 grid items-start gap-x-(--gutter) gap-y-14 lg:grid-cols-2">
        <Ranking
          title="Por página"
          nameLabel="Página"
          countLabel="Visualizações"
          rows={figures.pages.map((page) => ({ name: page.path, count: page.views }))}
          none="Nenhuma página vista ainda."
        />
        <Ranking
          title="Por clique"
          nameLabel="Clique"
          countLabel="Cliques"
          rows={figures.clicks.map(({ category, label, count }) => ({
            name: clickNames[`${category} ${label}`] ?? `${category}: ${label}`,
            count,
          }))}
          none="Nenhum clique contado ainda."
        />
      </div>
    </>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse justify-end gap-4 border-r border-b border-border p-5 lg:p-6">
      <dt className="type-ui text-muted-foreground">{label}</dt>
      <dd className="type-numeral text-[clamp(2.75rem,2rem+2.4vw,4.5rem)]">{formatNumber(value)}</dd>
    </div>
  );
}

export interface Ranked {
  name: string;
  count: number;
}

export function Ranking({
  title,
  nameLabel,
  countLabel,
  rows,
  none,
}: {
  title: string;
  nameLabel: string;
  countLabel: string;
  rows: readonly Ranked[];
  none: string;
}) {
  const most = rows[0]?.count ?? 1;
  return (
    <section>
      <h3 className="border-t border-border-strong pt-4 type-title-2">{title}</h3>
      {rows.length === 0 ? (
        <p className="mt-4 text-foreground-2">{none}</p>
      ) : (
        <table className="mt-2 w-full table-fixed border-collapse type-ui">
          <colgroup>
            <col />
            <col className="w-20" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{nameLabel}</th>
              <th scope="col">{countLabel}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  <span className="block truncate" title={name}>
                    {name}
                  </span>
                  <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="mt-1.5 h-1 w-full">
                    <rect width="100" height="1" className="fill-border" />
                    <rect width={(count / most) * 100} height="1" className="fill-foreground" />
                  </svg>
                </th>
                <td className="py-2 text-right align-top tabular-nums">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
