import { Lock } from 'lucide-react';
import { paths } from '@/app/pages';
import { formatCount } from '@/lib/format';
import { BadgeShape } from '@/ui/badge';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink, Link } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { Highlight } from '@/widgets/highlight';
import { SearchBox } from '@/widgets/search-box';
import type { Hit } from './hits';
import { type Group, useSearch } from './use-search';

/** The page of results. It works without script, and its address can be shared. */
export function SearchPage({ search }: { search: string }) {
  return (
    <div className="wrap pt-[clamp(3rem,6vw,6rem)] pb-[clamp(3rem,6vw,6rem)]">
      <h1 className="type-display-1">Busca</h1>
      <SearchBox
        search={search}
        name="q"
        label="Buscar no site"
        placeholder="Uma ou mais palavras"
        action={paths.search}
        addressOf={paths.searchFor}
        className="mt-8 max-w-168"
      />
      <Results search={search} />
    </div>
  );
}

function Results({ search }: { search: string }) {
  const { words, groups, count, isLoading, isFetching, isFailed, retry } = useSearch(search);
  if (words.length === 0) {
    return (
      <>
        <p className="mt-6 mb-10 type-ui text-muted-foreground">
          Escreva uma ou mais palavras. Acentos e maiúsculas não importam.
        </p>
        <Groups groups={groups} words={words} />
      </>
    );
  }
  return (
    <div className={isFetching && !isLoading ? 'opacity-60' : undefined}>
      <p aria-live="polite" className="mt-6 mb-10 type-meta">
        {!isLoading && !isFetching && formatCount(count, 'resultado', 'resultados')}
      </p>
      {isFailed && (
        <ErrorNotice
          title="Não foi possível buscar nos conteúdos."
          description="A conexão falhou ou o servidor não respondeu."
          onRetry={retry}
        />
      )}
      {isLoading && (
        <Loading label="Buscando">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="mb-4 h-20 w-full" />
          ))}
        </Loading>
      )}
      {count === 0 && !isLoading && !isFailed && (
        <Empty
          title="Nada encontrado."
          description={`Nada aqui fala de “${search}”. Tente outra palavra, ou menos palavras.`}
        >
          <ButtonLink href={paths.contents} size="small">
            Ver todos os conteúdos
          </ButtonLink>
        </Empty>
      )}
      <Groups groups={groups} words={words} />
    </div>
  );
}

function Groups({ groups, words }: { groups: readonly Group[]; words: readonly string[] }) {
  return groups.map(({ label, hits }) => (
    <section key={label} className="grid-page gap-y-4 border-t border-border-strong pt-5 pb-12">
      <h2 className="col-span-full font-label type-ui lg:col-span-3">{label}</h2>
      <ul className="col-span-full lg:col-span-9 lg:col-start-4">
        {hits.map((hit) => (
          <Row key={hit.path} hit={hit} words={words} />
        ))}
      </ul>
    </section>
  ));
}

function Row({ hit, words }: { hit: Hit; words: readonly string[] }) {
  return (
    <li className="border-t border-border py-5 first:border-t-0 first:pt-0">
      <Link href={hit.path} className="group block">
        {(hit.note || hit.isExclusive) && (
          <span className="mb-1.5 flex flex-wrap items-center gap-x-3 type-meta">
            {hit.note}
            {hit.isExclusive && (
              <BadgeShape icon={Lock} className="bg-foreground text-background">
                Exclusivo
              </BadgeShape>
            )}
          </span>
        )}
        <h3 className="type-title-1 transition-colors duration-(--dur-1) group-hover:text-north">
          <Highlight text={hit.title} words={words} />
        </h3>
        {hit.text && (
          <p className="mt-1.5 max-w-[68ch] text-base leading-relaxed text-foreground-2 wrap-anywhere">
            <Highlight text={hit.text} words={words} />
          </p>
        )}
      </Link>
    </li>
  );
}
