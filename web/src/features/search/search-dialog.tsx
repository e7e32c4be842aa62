import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { paths } from '@/app/pages';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { useNavigate } from '@/lib/router';
import { markMatches } from '@/lib/search-text';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Input } from '@/ui/input';
import { GoLink } from '@/ui/link';
import { Highlight } from '@/widgets/highlight';
import type { Hit } from './hits';
import { LONGEST_SEARCH } from './queries';
import { type Group, type Search, useSearch } from './use-search';

/** The server is asked this long after the last key. */
const PAUSE_MS = 200;
/** Hits of one group; the page of results has all. */
const MOST = 4;

/** The search over the site. Arrow keys choose, Enter opens the choice, or the page of all results. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(-1);
  const typed = text.trim();
  const settled = useSettled(typed);
  const search = useSearch(settled);
  const groups = search.groups.map(({ label, hits }) => ({ label, hits: hits.slice(0, MOST) }));
  const hits = groups.flatMap((group) => group.hits);
  const isStale = typed !== settled || search.isFetching;
  const chosen = isStale ? undefined : hits[at];
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const moved = moveOf(event.key, at, hits.length);
    if (moved !== undefined) {
      event.preventDefault();
      setAt(moved);
      return;
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!chosen && !typed) return;
    onClose();
    navigate(chosen ? chosen.path : paths.searchFor(typed));
  };
  return (
    <Dialog
      open
      atTop
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Buscar no site"
      footer={
        <>
          {typed && (isStale || hits.length > 0) && (
            <GoLink href={paths.searchFor(typed)} className="mr-auto" onClick={onClose}>
              Ver todos os resultados
            </GoLink>
          )}
          <DialogClose>
            <Button variant="line" size="small">
              Fechar
            </Button>
          </DialogClose>
        </>
      }
    >
      <Input
        role="combobox"
        aria-label="Buscar no site"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={hits[at] ? `${id}-${at}` : undefined}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        enterKeyHint="search"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        placeholder="Uma ou mais palavras"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(-1);
        }}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} className="sr-only">
        Setas escolhem um resultado, Enter abre. Acentos não importam.
      </p>
      <Results
        id={id}
        groups={groups}
        search={search}
        isStale={isStale}
        typed={typed}
        at={at}
        {...{ setAt, onClose }}
      />
      <p role="status" className="sr-only">
        {typed ? statusOf(search, isStale) : ''}
      </p>
    </Dialog>
  );
}

/** The text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The place that a key leads to; undefined for keys of the field. Before the first is the field itself. */
function moveOf(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : 0;
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1;
  return undefined;
}

function statusOf({ isFailed, count }: Search, isStale: boolean): string {
  if (isStale) return 'Buscando';
  if (isFailed) return 'Não foi possível buscar.';
  return count === 0 ? 'Nada encontrado' : formatCount(count, 'resultado', 'resultados');
}

interface ResultsProps {
  id: string;
  groups: readonly Group[];
  search: Search;
  isStale: boolean;
  typed: string;
  at: number;
  setAt: (index: number) => void;
  onClose: () => void;
}

function Results({ id, groups, search, isStale, typed, at, setAt, onClose }: ResultsProps) {
  let index = -1;
  return (
    <div className="-mx-2 grid h-96 max-h-[55dvh] grid-rows-[auto_minmax(0,1fr)]">
      <div className="px-2 type-ui empty:hidden">
        {search.isFailed && !isStale && (
          <p className="flex flex-wrap items-center gap-x-3 py-2 text-destructive">
            Não foi possível buscar nos conteúdos.
            <Button variant="ghost" size="small" onClick={search.retry}>
              Tentar de novo
            </Button>
          </p>
        )}
        {search.isLoading && <p className="py-3 text-muted-foreground">Buscando...</p>}
        {typed && groups.length === 0 && !isStale && !search.isFailed && (
          <p className="py-3 text-muted-foreground">
            Nada encontrado para “{typed}”. Tente outra palavra, ou menos palavras.
          </p>
        )}
      </div>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="Resultados"
        className={cx('overflow-y-auto', isStale && typed && 'opacity-60')}
      >
        {groups.map(({ label, hits }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true" className="px-2 pt-3 pb-1 type-meta">
              {label}
            </p>
            {hits.map((hit) => {
              index += 1;
              const own = index;
              return (
                <Option
                  key={hit.path}
                  id={`${id}-${own}`}
                  hit={hit}
                  words={search.words}
                  isChosen={own === at}
                  onChoose={() => setAt(own)}
                  onOpen={onClose}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
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

interface OptionProps {
  id: string;
  hit: Hit;
  words: readonly string[];
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
}

/** A link, so that it may be opened in another tab; the keys are the field's. */
function Option({ id, hit, words, isChosen, onChoose, onOpen }: OptionProps) {
  const element = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <a
      ref={element}
      id={id}
      href={hit.path}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onChoose}
      onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && onOpen()}
      className={cx(
        'grid min-h-11 grid-cols-1 gap-0.5 rounded-md px-2 py-2',
        isChosen && 'bg-accent inset-shadow-[3px_0_var(--north)]',
      )}
    >
      <span className="flex items-baseline justify-between gap-4 type-ui">
        <span className="min-w-0 truncate font-label">
          <Highlight text={hit.title} words={words} />
        </span>
        <span className="max-w-[45%] shrink-0 truncate type-meta max-sm:hidden">
          {hit.isExclusive ? `${hit.note} · Exclusivo` : hit.note}
        </span>
      </span>
      {hit.text && (
        <span className="line-clamp-1 text-small text-muted-foreground">
          <Highlight text={fromMatch(hit.text, words)} words={words} />
        </span>
      )}
    </a>
  );
}
