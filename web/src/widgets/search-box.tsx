import { Search, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLateNavigate, useNavigate } from '@/lib/router';
import { Input } from '@/ui/input';

/** The list is filtered this long after the last key. */
const TYPING_PAUSE_MS = 300;

export interface SearchBoxProps {
  search: string | undefined;
  label: string;
  placeholder?: string;
  /** The form's target without script: `action?busca=…`. */
  action: string;
  /** The word of the address that holds the search. */
  name?: string;
  /** The address of a search. `present`: the query of the address at that moment, which may be ahead of the page. */
  addressOf: (search: string, present: URLSearchParams) => string;
  className?: string;
  children?: ReactNode;
}

/** Searches a list during typing. Only changes the address, so a result can be shared and gone back to. */
export function SearchBox({
  search = '',
  label,
  placeholder,
  action,
  name = 'busca',
  addressOf,
  className,
  children,
}: SearchBoxProps) {
  const navigate = useNavigate();
  const navigateLate = useLateNavigate();
  const [typed, setTyped] = useState(search);
  const written = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed otherwise: a chip, the back button, or a link to the whole list.
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (text: string, go = navigate) => {
    clearTimeout(timer.current);
    const wanted = text.trim();
    if (wanted === written.current) return;
    written.current = wanted;
    go(addressOf(wanted, new URLSearchParams(location.search)), { replace: true });
  };
  const change = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(text, navigateLate), TYPING_PAUSE_MS);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply(typed);
  };
  return (
    <search className={className}>
      <form action={action} onSubmit={onSubmit} className="relative">
        {children}
        <Search
          aria-hidden="true"
          strokeWidth={1.6}
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          name={name}
          aria-label={label}
          placeholder={placeholder ?? label}
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
