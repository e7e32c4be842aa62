import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type ExclusiveFilters, paths } from '@/app/paths';
import { CONTENT_KINDS, CONTENT_TYPES } from '@/lib/content-kind';
import { useNavigate } from '@/lib/router';
import { ChipLink } from '@/ui/chip';
import { Input } from '@/ui/input';

/** The list follows the typing, this long after the last key. */
const TYPING_PAUSE_MS = 300;

/** Types as chips, and a search box. Both write the address and nothing else. */
export function ExclusiveFilterBar({ filters }: { filters: ExclusiveFilters }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center">
      <nav aria-label="Tipos de conteúdo" className="bleed-x flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
        <ChipLink href={paths.membersContentsFound({ search: filters.search })} current={!filters.type}>
          Todos
        </ChipLink>
        {CONTENT_TYPES.map((type) => (
          <ChipLink
            key={type}
            href={paths.membersContentsFound({ search: filters.search, type })}
            current={type === filters.type}
          >
            {CONTENT_KINDS[type].label}
          </ChipLink>
        ))}
      </nav>
      <SearchBox filters={filters} />
    </div>
  );
}

function SearchBox({ filters }: { filters: ExclusiveFilters }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(filters.search ?? '');
  const written = useRef(filters.search ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by itself: a chip, or the back button.
  useEffect(() => {
    if ((filters.search ?? '') === written.current) return;
    written.current = filters.search ?? '';
    setTyped(written.current);
  }, [filters.search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string) => {
    clearTimeout(timer.current);
    const search = text.trim();
    if (search === written.current) return;
    written.current = search;
    navigate(paths.membersContentsFound({ search, type: filters.type }), { replace: true });
  };
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text), TYPING_PAUSE_MS);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(typed);
  };
  return (
    <search>
      <form onSubmit={onSubmit} className="relative">
        <Search
          aria-hidden="true"
          strokeWidth={1.6}
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Buscar nos conteúdos exclusivos"
          placeholder="Buscar nos conteúdos"
          autoComplete="off"
          maxLength={120}
          value={typed}
          onChange={(event) => change(event.target.value)}
          className="px-11 [&::-webkit-search-cancel-button]:hidden"
        />
        {typed && (
          <button
            type="button"
            aria-label="Limpar a busca"
            onClick={() => {
              setTyped('');
              apply('');
            }}
            className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center rounded-md text-muted-foreground hover:text-foreground"
          >
            <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
          </button>
        )}
      </form>
    </search>
  );
}
