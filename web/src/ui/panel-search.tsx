import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from './button';
import { Field } from './field';
import { Input } from './input';

export interface PanelSearchProps {
  note: string;
  search: string | undefined;
  onSearch: (search: string) => void;
  className?: string;
}

export function PanelSearch({ note, search, onSearch, className }: PanelSearchProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = new FormData(event.currentTarget).get('busca');
    onSearch(typeof asked === 'string' ? asked.trim() : '');
  };
  return (
    <search className={className}>
      <form onSubmit={onSubmit} className="flex items-end gap-2">
        <Field label="Buscar" labelNote={note} className="min-w-0 grow">
          {(control) => (
            <Input
              // A search set elsewhere (a link, the back button) resets the input.
              key={search}
              {...control}
              name="busca"
              type="search"
              defaultValue={search}
              autoComplete="off"
              maxLength={100}
            />
          )}
        </Field>
        <Button type="submit" variant="line" size="icon" className="size-12 shrink-0 lg:size-12" aria-label="Buscar">
          <Search aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
        </Button>
      </form>
    </search>
  );
}
