import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatNumber } from '@/lib/format';
import { useLive } from '@/lib/live';
import { GoLink, Link, LinkArrow } from '@/ui/link';
import { Loaded, LoadFailed } from '@/ui/loaded';
import { FigureStrip } from '@/widgets/figure-strip';
import { type OverviewFigures, overviewQuery } from './queries';
import { waitingOf, weekFigures } from './text';

const FAILED = 'Não foi possível calcular os números da semana.';

/** The week and what waits, on the panel's first page. */
export function Home() {
  const figures = useQuery(overviewQuery);
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries(overviewQuery);
  // What waits for review is asked for and decided by others.
  useLive([{ table: 'content_reviews' }], { onEvent: refresh, onGap: refresh });
  return (
    <>
      <section aria-labelledby="semana" className="mt-12">
        <h3 id="semana" className="border-t border-border-strong pt-4 pb-5 type-title-2">
          Esta semana
        </h3>
        {figures.isError ? (
          <LoadFailed title={FAILED} query={figures} />
        ) : (
          <FigureStrip figures={weekFigures(figures.data)} />
        )}
      </section>
      {!figures.isError && (
        <div className="mt-12 grid items-start gap-x-(--gutter) gap-y-12 lg:grid-cols-2">
          <Loaded query={figures} failed={FAILED} loading="Carregando o painel" skeleton={['h-48 w-full']}>
            {(data) => (
              <>
                <WaitingList figures={data} />
                <Articles figures={data} />
              </>
            )}
          </Loaded>
        </div>
      )}
    </>
  );
}

export function WaitingList({ figures }: { figures: OverviewFigures }) {
  const waiting = waitingOf(figures);
  return (
    <section aria-labelledby="a-espera">
      <h3 id="a-espera" className="border-t border-border-strong pt-4 type-title-2">
        À sua espera
      </h3>
      {waiting.length === 0 ? (
        <p className="mt-3 type-ui text-muted-foreground">Nada espera por você.</p>
      ) : (
        <ul className="mt-2">
          {waiting.map(({ text, href }) => (
            <li key={text} className="border-b border-border">
              <Link
                href={href}
                className="group flex min-h-12 items-center justify-between gap-4 type-ui hover:text-north"
              >
                {text}
                <LinkArrow className="text-north" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Articles({ figures: { visits, titles } }: { figures: OverviewFigures }) {
  const rows = visits.articles.flatMap(({ path, views }) => {
    const found = titles.find(({ id }) => path === paths.article(id));
    return found ? [{ ...found, views }] : [];
  });
  return (
    <section aria-labelledby="mais-lidos">
      <h3 id="mais-lidos" className="border-t border-border-strong pt-4 type-title-2">
        Artigos mais lidos da semana
      </h3>
      {rows.length === 0 ? (
        <p className="mt-3 type-ui text-muted-foreground">Nenhum artigo foi lido nos últimos sete dias.</p>
      ) : (
        <>
          <ol className="mt-2">
            {rows.map(({ id, title, views }) => (
              <li
                key={id}
                className="relative flex min-h-12 items-center justify-between gap-4 border-b border-border py-2 type-ui"
              >
                <Link href={signedInPaths.adminContent(id)} className="after:absolute after:inset-0 hover:text-north">
                  {title}
                </Link>
                <span className="shrink-0 text-muted-foreground tabular-nums">
                  {formatNumber(views)}
                  <span className="sr-only"> {views === 1 ? 'visualização' : 'visualizações'}</span>
                </span>
              </li>
            ))}
          </ol>
          <GoLink href={paths.adminVisits} className="mt-3">
            Ver todas as visitas
          </GoLink>
        </>
      )}
    </section>
  );
}
