import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { type CourseAccessFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { STATE_OPTIONS } from './text';

/** The search and what narrows it. What is asked for stands in the address. */
export function RecordFilters({ filters }: { filters: CourseAccessFilters }) {
  const navigate = useNavigate();
  const go = (changed: CourseAccessFilters) =>
    navigate(paths.adminCourseAccessFound({ ...filters, page: 1, ...changed }));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = new FormData(event.currentTarget).get('busca');
    go({ search: typeof search === 'string' ? search.trim() : '' });
  };
  return (
    <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <search>
        <form onSubmit={onSubmit} className="flex items-end gap-2">
          <Field label="Buscar" labelNote="por e-mail" className="min-w-0 grow">
            {(control) => (
              <Input
                // A search from elsewhere (a link, the way back) begins with its own words.
                key={filters.search}
                {...control}
                name="busca"
                type="search"
                defaultValue={filters.search}
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
      <Field label="Estado">
        {(control) => (
          <Select {...control} value={filters.state} onChange={(event) => go({ state: event.target.value })}>
            {STATE_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
