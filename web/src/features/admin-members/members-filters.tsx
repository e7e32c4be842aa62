import { type MembersFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Field } from '@/ui/field';
import { PanelSearch } from '@/ui/panel-search';
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
  return (
    <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_15rem_13rem]">
      <PanelSearch
        note="por nome ou e-mail"
        search={filters.search}
        onSearch={(search) => go({ search })}
        className="sm:max-lg:col-span-2"
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
