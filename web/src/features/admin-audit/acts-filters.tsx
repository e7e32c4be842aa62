import { type AuditFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import type { ActsPage, Named } from './queries';
import { actName, PROGRAM } from './text';

interface Option {
  value: string;
  label: string;
}

const nameOf = ({ id, name }: Named) => name ?? `Conta ${id.slice(0, 8)}`;

/** Those who acted, and whoever the address names besides. */
function people({ actors, acts }: ActsPage, asked: string | undefined): Option[] {
  const options = actors.map((actor) => ({ value: actor.id, label: nameOf(actor) }));
  if (asked && asked !== 'program' && !actors.some(({ id }) => id === asked)) {
    const met = acts.flatMap(({ person }) => person ?? []).find(({ id }) => id === asked);
    options.push({ value: asked, label: nameOf(met ?? { id: asked, name: null }) });
  }
  return [{ value: '', label: 'Todas' }, ...options, { value: 'program', label: PROGRAM }];
}

function actions({ actions: known }: ActsPage): Option[] {
  const named = known.map((action) => ({ value: action, label: actName(action) }));
  return [{ value: '', label: 'Todas' }, ...named.sort((one, other) => (one.label < other.label ? -1 : 1))];
}

/** What the trail is narrowed by. It stands in the address. */
export function Filters({ filters, page }: { filters: AuditFilters; page: ActsPage }) {
  const navigate = useNavigate();
  const go = (changed: AuditFilters) => navigate(paths.adminAuditFound({ ...filters, page: 1, ...changed }));
  const selects = [
    { name: 'person', label: 'Pessoa', options: people(page, filters.person) },
    { name: 'action', label: 'Ação', options: actions(page) },
  ] as const;
  const days = [
    { name: 'since', label: 'De' },
    { name: 'until', label: 'Até' },
  ] as const;
  return (
    <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_12rem_12rem]">
      {selects.map(({ name, label, options }) => (
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
      {days.map(({ name, label }) => (
        <Field key={name} label={label}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filters[name]}
              onChange={(event) => go({ [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
