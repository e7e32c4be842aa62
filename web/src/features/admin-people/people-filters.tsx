import { type PeopleFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Field } from '@/ui/field';
import { PanelSearch } from '@/ui/panel-search';
import { Select } from '@/ui/select';
import { ROLE_OPTIONS, STATE_OPTIONS, SUBSCRIPTION_OPTIONS } from './text';

const SELECTS = [
  { name: 'role', label: 'Papel', options: ROLE_OPTIONS },
  { name: 'subscription', label: 'Assinatura', options: SUBSCRIPTION_OPTIONS },
  { name: 'state', label: 'Estado', options: STATE_OPTIONS },
] as const;

/** The search and what narrows it. What is asked for stands in the address. */
export function Filters({ filters }: { filters: PeopleFilters }) {
  const navigate = useNavigate();
  const go = (changed: PeopleFilters) => navigate(paths.adminPeopleFound({ ...filters, page: 1, ...changed }));
  return (
    <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_12rem_14rem_14rem]">
      <PanelSearch
        note="por nome, e-mail ou telefone"
        search={filters.search}
        onSearch={(search) => go({ search })}
        className="sm:max-xl:col-span-3"
      />
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
