import { Search, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, Fragment, useState } from 'react';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import type { DataList, Filter } from './data-list';

interface FilterBarProps<Name extends string, Page> {
  list: DataList<Name, Page>;
  className: string;
  onChange: (name: Name, value: string) => void;
}

/** The filters of a list: a search and choices. */
export function FilterBar<Name extends string, Page>({ list, className, onChange }: FilterBarProps<Name, Page>) {
  const [isOpen, setOpen] = useState(false);
  const filters = Object.entries<Filter<Page>>(list.filters);
  const choices = filters.filter(([, { type }]) => type !== 'search');
  const chosen = choices.filter(([name]) => list.values[name as Name]).length;
  // On a phone several of them would push the rows off the screen.
  const folds = choices.length > 1;
  return (
    <div className={cx('mb-8 grid gap-4 border-y border-border py-6 max-sm:py-5', className)}>
      {filters.map(([name, filter], index) => {
        const value = list.values[name as Name];
        const change = (text: string) => onChange(name as Name, text);
        const { type, label, options, note = '', className } = filter;
        if (type === 'search') {
          return (
            <SearchForm
              key={name}
              label="Buscar"
              note={note}
              search={value}
              onSearch={change}
              {...(className && { className })}
            />
          );
        }
        const offered = typeof options === 'function' ? list.result.data && options(list.result.data, value) : options;
        const choose = (event: { target: { value: string } }) => change(event.target.value);
        return (
          <Fragment key={name}>
            {folds && index === filters.length - choices.length && (
              <Button
                variant="line"
                size="small"
                className="justify-self-start sm:hidden"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                <SlidersHorizontal aria-hidden="true" className="size-4" strokeWidth={1.6} />
                {chosen > 0 ? `Filtros (${chosen})` : 'Filtros'}
              </Button>
            )}
            <Field label={label} className={cx(className, folds && !isOpen && 'max-sm:hidden')}>
              {(control) =>
                type === 'date' ? (
                  <Input {...control} type="date" value={value} onChange={choose} />
                ) : (
                  <Select {...control} value={value} onChange={choose} options={offered} />
                )
              }
            </Field>
          </Fragment>
        );
      })}
    </div>
  );
}

interface SearchFormProps {
  label: string;
  note: string;
  search: string | undefined;
  onSearch: (search: string) => void;
  className?: string;
}

/** A search that is asked for by Enter or its button. */
export function SearchForm({ label, note, search, onSearch, className }: SearchFormProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const asked = new FormData(event.currentTarget).get('busca');
    onSearch(typeof asked === 'string' ? asked.trim() : '');
  };
  return (
    <search className={className}>
      <form onSubmit={onSubmit} className="flex items-end gap-2">
        <Field label={label} labelNote={note} className="min-w-0 grow">
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
