import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { SourceKind } from '@/generated/clicks';
import { formatNumber } from '@/lib/format';
import { withQuery } from '@/lib/query-string';
import { useNavigate, useSearchParams } from '@/lib/router';
import { Link } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { SelectField } from '@/ui/select-field';
import { Empty } from '@/ui/start/empty';
import { CsvButton } from '@/widgets/csv-button';
import { change, daily, sum, totals, visitDays } from './days';
import { DaysChart } from './days-chart';
import { idIn, rankedPages } from './page-names';
import { figuresQuery, PERIODS, type Period, type PeriodFigures, periodOf, shownDays, titlesQuery } from './queries';
import { sourceGroups } from './source-names';
import { ConversionFigures, Figure, FigureGrid, Sources } from './sources';

const explanation =
  'Contamos páginas e cliques, não pessoas: sem cookie, sem identificador. Não contamos robôs nem quem ativa “Não rastrear”.';

/** The names of clicks; an unknown one shows its identifier. */
const clickNames: Readonly<Record<string, string>> = {
  'hero solucoes': 'Início: Conhecer as soluções',
  'hero sobre': 'Início: Minha trajetória',
  'hero conversa': 'Início: Conversar',
};

const PERIOD_OPTIONS = PERIODS.map((days) => ({
  value: String(days),
  label: days === 365 ? 'Últimos 12 meses' : `Últimos ${days} dias`,
}));

/** Number of times that public pages were seen and declared clicks made. The address says the period. */
export function Visits() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const period = periodOf(params.get('dias'));
  const figures = useQuery(figuresQuery(period));
  return (
    <>
      <PanelHeading title="Visitas">
        <SelectField
          label="Período"
          className="w-56 max-sm:w-full"
          options={PERIOD_OPTIONS}
          value={String(period)}
          onChange={(event) =>
            navigate(
              withQuery(paths.adminVisits, {
                dias: event.target.value,
                mostrar: params.get('mostrar') ?? undefined,
              }),
            )
          }
        />
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{explanation}</p>
      <Loaded
        query={figures}
        failed="Não foi possível carregar as visitas."
        loading="Carregando as visitas"
        skeleton={['h-36 w-full', 'mt-8 h-64 w-full']}
      >
        {(data) => <FiguresView key={period} data={data} period={period} />}
      </Loaded>
    </>
  );
}

/** Pages of which the names are read and shown. */
const MAX_PAGES = 50;

function FiguresView({ data, period }: { data: PeriodFigures; period: Period }) {
  const { figures, conversions } = data;
  const pages = figures.pages.slice(0, MAX_PAGES);
  const idsOf = (kind: 'article' | 'course') => pages.flatMap(({ path }) => idIn(path, kind) ?? []);
  const articles = useQuery(titlesQuery('contents', idsOf('article'))).data;
  const courses = useQuery(titlesQuery('courses', idsOf('course'))).data;
  const now = Date.now();
  const [days, daysBefore] = [shownDays(now, period), shownDays(now, period, period)];
  const bars = daily(days, daysBefore, data.days);
  const visitsOf = (kind?: SourceKind) => daily(days, daysBefore, visitDays(data.visits, kind));
  const kinds = sourceGroups(figures.sources).map(({ kind }) => kind);
  const [visits, visitsBefore] = totals(visitsOf());
  const clicks = sum(figures.clicks.map(({ count }) => count));
  const [views, before] = totals(bars);
  if (views + clicks + visits === 0) {
    return (
      <Empty
        title={`Nenhuma visita nos últimos ${period} dias`}
        description="As visitas aparecem aqui alguns segundos depois de acontecerem."
      />
    );
  }
  const ranked = rankedPages(pages, articles, courses);
  return (
    <>
      <FigureGrid>
        <Figure label={`Visitas em ${period} dias`} value={visits} note={change(visits, visitsBefore, period)} />
        <Figure label={`Visualizações em ${period} dias`} value={views} note={change(views, before, period)} />
        <Figure label="Visualizações hoje" value={bars.at(-1)?.value ?? 0} />
        <Figure label={`Cliques em ${period} dias`} value={clicks} />
      </FigureGrid>
      <div className="mt-14">
        <DaysChart period={period} views={bars} visitsOf={visitsOf} kinds={kinds} />
      </div>
      <ConversionFigures conversions={conversions} visits={visits} period={period} />
      <Sources sources={figures.sources} />
      <div className="mt-14 grid items-start gap-x-(--gutter) gap-y-14 lg:grid-cols-2">
        <div>
          <Ranking
            title="Por página"
            nameLabel="Página"
            countLabel="Visualizações"
            rows={ranked}
            none="Nenhuma página vista ainda."
          />
          <div className="mt-6">
            <CsvButton
              name="visitas"
              columns={[
                ['Página', ({ name }) => name],
                ['Endereço', ({ href }) => href],
                ['Visualizações', ({ count }) => String(count)],
              ]}
              rows={async () => ranked}
            />
          </div>
        </div>
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

export interface Ranked {
  name: string;
  /** The page itself. */
  href?: string;
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
            {rows.map(({ name, href, count }) => (
              <tr key={href ?? name}>
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  <span className="block truncate" title={name}>
                    {href ? (
                      <Link href={href} className="hover:text-north">
                        {name}
                      </Link>
                    ) : (
                      name
                    )}
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
