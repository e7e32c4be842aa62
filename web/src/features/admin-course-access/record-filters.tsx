import { type CourseAccessFilters, paths } from '@/app/paths';
import { useNavigate } from '@/lib/router';
import { Field } from '@/ui/field';
import { PanelSearch } from '@/ui/panel-search';
import { Select } from '@/ui/select';
import { STATE_OPTIONS } from './text';

/** The search and what narrows it. What is asked for stands in the address. */
export function RecordFilters({ filters }: { filters: CourseAccessFilters }) {
  const navigate = useNavigate();
  const go = (changed: CourseAccessFilters) =>
    navigate(paths.adminCourseAccessFound({ ...filters, page: 1, ...changed }));
  return (
    <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <PanelSearch note="por e-mail" search={filters.search} onSearch={(search) => go({ search })} />
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
