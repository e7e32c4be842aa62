import { useState } from 'react';
import { paths } from '@/app/pages';
import { markMatches } from '@/lib/search-text';
import { useSettled } from '@/lib/use-settled';
import { Button } from '@/ui/button';
import { GoLink } from '@/ui/link';
import { Highlight } from '@/widgets/highlight';
import { HitLine, SearchDialog } from '@/widgets/search-dialog';
import type { Hit } from './hits';
import { MAX_SEARCH_LENGTH } from './queries';
import { type Search, useSearch } from './use-search';

/** The server is asked this long after the last key. */
const PAUSE_MS = 200;
/** Hits of one group; the page of results has all. */
const MAX_HITS = 4;

/** The search over the site. Enter opens the chosen hit, or the page of all results. */
export default function SiteSearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const typed = text.trim();
  const settled = useSettled(typed, PAUSE_MS);
  const search = useSearch(settled);
  // Pages are found at once, and would be pushed away from the pointer when what stands above them comes.
  const groups = search.isLoading
    ? []
    : search.groups.map(({ label, hits }) => ({ label, hits: hits.slice(0, MAX_HITS) }));
  const isStale = typed !== settled || search.isFetching;
  return (
    <SearchDialog
      title="Buscar no site"
      label="Buscar no site"
      placeholder="Uma ou mais palavras"
      maxLength={MAX_SEARCH_LENGTH}
      hint="Setas escolhem um resultado, Enter abre. Acentos não importam."
      text={text}
      onText={setText}
      groups={groups}
      count={search.count}
      isStale={isStale}
      failure={search.isFailed ? 'Não foi possível buscar.' : undefined}
      notice={<Notice search={search} typed={typed} isStale={isStale} />}
      otherwise={typed ? paths.searchFor(typed) : undefined}
      footer={
        typed &&
        (isStale || groups.length > 0) && (
          <GoLink href={paths.searchFor(typed)} className="mr-auto" onClick={onClose}>
            Ver todos os resultados
          </GoLink>
        )
      }
      onClose={onClose}
    >
      {(hit) => <HitText hit={hit} words={search.words} />}
    </SearchDialog>
  );
}

function Notice({ search, typed, isStale }: { search: Search; typed: string; isStale: boolean }) {
  return (
    <>
      {search.isFailed && !isStale && (
        <p className="flex flex-wrap items-center gap-x-3 py-2 text-destructive">
          Não foi possível buscar nos conteúdos.
          <Button variant="ghost" size="small" onClick={search.retry}>
            Tentar de novo
          </Button>
        </p>
      )}
      {search.isLoading && <p className="py-3 text-muted-foreground">Buscando...</p>}
      {typed && search.count === 0 && !isStale && !search.isFailed && (
        <p className="py-3 text-muted-foreground">
          Nada encontrado para “{typed}”. Tente outra palavra, ou menos palavras.
        </p>
      )}
    </>
  );
}

/** Characters before the first match that fit into the line. */
const BEFORE = 30;

/** A text from shortly before its first match, cut between words. */
function fromMatch(text: string, words: readonly string[]): string {
  const pieces = markMatches(text, words);
  const first = pieces[0]?.matches ? '' : (pieces[0]?.text ?? '');
  if (pieces.length < 2 || first.length <= BEFORE) return text;
  return `… ${text.slice(first.lastIndexOf(' ', first.length - BEFORE) + 1)}`;
}

function HitText({ hit: { title, note, text, isExclusive }, words }: { hit: Hit; words: readonly string[] }) {
  const name = (
    <span className="font-label">
      <Highlight text={title} words={words} />
    </span>
  );
  return (
    <>
      <HitLine name={name} note={isExclusive ? `${note} · Exclusivo` : note} />
      {text && (
        <span className="line-clamp-1 text-small text-muted-foreground">
          <Highlight text={fromMatch(text, words)} words={words} />
        </span>
      )}
    </>
  );
}
