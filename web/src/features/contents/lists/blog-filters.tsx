import { Search, X } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type BlogFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { slugify } from '@/lib/search-text';
import { ChipLink } from '@/ui/chip';
import { Input } from '@/ui/input';
import type { Category } from '../queries';

/** The list follows the typing, this long after the last key. */
const TYPING_PAUSE_MS = 300;

/** Search box and category chips. Both write the address and nothing else, so a result can be shared and gone back to. */
export function BlogFilterBar({ filters, categories }: { filters: BlogFilters; categories: readonly Category[] }) {
  return (
    <div className="grid gap-5 lg:grid-cols-12 lg:gap-x-(--gutter)">
      <nav
        aria-label="Categorias"
        className="bleed-x flex gap-2 py-1 lg:order-1 lg:col-span-8 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        <ChipLink href={paths.blog({ search: filters.search })} current={!filters.category}>
          Todas
        </ChipLink>
        {categories.map((category) => {
          const slug = slugify(category.name);
          return (
            <ChipLink
              key={category.id}
              href={paths.blog({ search: filters.search, category: slug })}
              current={slug === filters.category}
            >
              {category.name}
            </ChipLink>
          );
        })}
      </nav>
      <SearchBox filters={filters} className="max-lg:-order-1 lg:order-2 lg:col-span-4" />
    </div>
  );
}

/** Works as a plain form before, and without, the script. */
function SearchBox({ filters, className }: { filters: BlogFilters; className?: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(filters.search ?? '');
  const written = useRef(filters.search ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by itself: a chip, the back button, or 'Limpar a busca'.
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
    // From the address: a category picked within the pause stays picked, also while its list is still on the way.
    const category = new URLSearchParams(location.search).get('categoria') ?? undefined;
    navigate(paths.blog({ search, category }), { replace: true });
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
    <search className={className}>
      <form action={paths.blog()} onSubmit={onSubmit} className="relative">
        {filters.category && <input type="hidden" name="categoria" value={filters.category} />}
        <Search
          aria-hidden="true"
          strokeWidth={1.6}
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          name="busca"
          aria-label="Buscar no blog"
          placeholder="Buscar no blog"
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
