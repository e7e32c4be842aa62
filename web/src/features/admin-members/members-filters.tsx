import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { type MembersFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { PLAN_OPTIONS, STATE_OPTIONS } from './text';

const SELECTS = [
  { name: 'state', label: 'Situação', options: STATE_OPTIONS },
  { name: 'plan', label: 'Plano', options: [{ value: '', label: 'Qualquer plano' }, ...PLAN_OPTIONS] },
] as const;

/** The search and what narrows it. What is asked for stands in the address. */
export function Filters({ filters }: { filters: MembersFilters }) {
  const navigate = useNavigate();
  const go = (changed: MembersFilters) => navigate(paths.adminMembersFound({ ...filters, page: 1, ...changed }));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = new FormData(event.currentTarget).get('busca');
    go({ search: typeof search === 'string' ? search.trim() : '' });
  };
  return (
    <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_15rem_13rem]">
      <search className="sm:max-lg:col-span-2">
        <form onSubmit={onSubmit} className="flex items-end gap-2">
          <Field label="Buscar" labelNote="por nome ou e-mail" className="min-w-0 grow">
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
      {SELECTS.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          {(control) => (
            <Select {...control} value={filters[name]} onChange={(event) => go({ [name]: event.target.value })}>
              {options.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
    </div>
  );
}
