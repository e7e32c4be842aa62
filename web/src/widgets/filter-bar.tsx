import { Search, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { type AnyFilter, type Filtered, optionsOf } from './filters';

interface FilterBarProps<Page> {
  list: Filtered<Page> & { result: { data?: Page | undefined } };
  className: string;
  onChange: (name: string, value: string) => void;
}

/** The filters of a list: a search and choices. Where one of these stays in sight, the others fold at every width. */
export function FilterBar<Page>({ list, className, onChange }: FilterBarProps<Page>) {
  const [isOpen, setOpen] = useState(false);
  const filters = Object.entries(list.filters).filter(([, { isHidden }]) => !isHidden);
  const choices = filters.filter(([, { type, stays }]) => type !== 'search' && !stays);
  const staying = filters.filter(([, { stays }]) => stays);
  const searches = filters.filter(([, { type }]) => type === 'search');
  const chosen = choices.filter(([name]) => list.chosen[name]);
  const field = ([name, filter]: [string, AnyFilter<Page>], hidden?: string | false) => (
    <FilterField
      key={name}
      filter={filter}
      page={list.result.data}
      value={list.chosen[name] ?? ''}
      onChange={(text) => onChange(name, text)}
      hidden={hidden || undefined}
    />
  );
  const toggle = (look: string) => (
    <Button variant="line" size="small" className={look} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <SlidersHorizontal aria-hidden="true" className="size-4" strokeWidth={1.6} />
      {chosen.length > 0 ? `Filtros (${chosen.length})` : 'Filtros'}
    </Button>
  );
  if (staying.length > 0) {
    return (
      <div className="mb-8 grid gap-4 border-y border-border py-5">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_14rem] max-sm:[&>search]:col-span-full">
          {searches.map((filter) => field(filter))}
          {toggle('min-h-12 lg:min-h-12')}
          {staying.map((filter) => field(filter))}
        </div>
        {isOpen && <div className={cx('grid gap-4', className)}>{choices.map((filter) => field(filter))}</div>}
        {!isOpen && chosen.length > 0 && (
          <p className="type-ui text-foreground-2">
            {chosen.map(([name, filter]) => chosenText(filter, list.chosen[name] ?? '', list.result.data)).join(' · ')}
          </p>
        )}
      </div>
    );
  }
  // On a phone several of them would push the rows off the screen.
  const folds = choices.length > 1;
  return (
    <div className={cx('mb-8 grid gap-4 border-y border-border py-6 max-sm:py-5', className)}>
      {searches.map((filter) => field(filter))}
      {folds && toggle('justify-self-start sm:hidden')}
      {choices.map((filter) => field(filter, folds && !isOpen && 'max-sm:hidden'))}
    </div>
  );
}

/** `Situação: Rascunhos` */
function chosenText<Page>(filter: AnyFilter<Page>, value: string, page: Page | undefined): string {
  const option = optionsOf(filter, page, value)?.find((one) => one.value === value);
  return `${filter.label}: ${option?.label ?? value}`;
}

interface FilterFieldProps<Page> {
  filter: AnyFilter<Page>;
  page: Page | undefined;
  value: string;
  onChange: (value: string) => void;
  hidden: string | undefined;
}

function FilterField<Page>({ filter, page, value, onChange, hidden }: FilterFieldProps<Page>) {
  const { type, label, note = '', className } = filter;
  if (type === 'search') {
    return (
      <SearchForm label="Buscar" note={note} search={value} onSearch={onChange} {...(className && { className })} />
    );
  }
  const choose = (event: { target: { value: string } }) => onChange(event.target.value);
  return (
    <Field label={label} className={cx(className, hidden)}>
      {(control) =>
        type === 'date' ? (
          <Input {...control} type="date" value={value} onChange={choose} />
        ) : (
          <Select {...control} value={value} onChange={choose} options={optionsOf(filter, page, value)} />
        )
      }
    </Field>
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
              // The button beside it and Escape do what the browser's own blue cross does.
              className="[&::-webkit-search-cancel-button]:hidden"
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
