import { type ExclusiveFilters, paths } from '@/app/pages';
import { CONTENT_KINDS, CONTENT_TYPES } from '@/lib/content-kind';
import { ChipLink } from '@/ui/chip';
import { SearchBox } from '../search-box';

/** Types as chips, and a search box; both write the address. */
export function ExclusiveFilterBar({ filters }: { filters: ExclusiveFilters }) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center">
      <nav aria-label="Tipos de conteúdo" className="bleed-x flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
        <ChipLink href={paths.membersContentsFound({ search: filters.search })} current={!filters.type}>
          Todos
        </ChipLink>
        {CONTENT_TYPES.map((type) => (
          <ChipLink
            key={type}
            href={paths.membersContentsFound({ search: filters.search, type })}
            current={type === filters.type}
          >
            {CONTENT_KINDS[type].label}
          </ChipLink>
        ))}
      </nav>
      <SearchBox
        search={filters.search}
        label="Buscar nos conteúdos exclusivos"
        placeholder="Buscar nos conteúdos"
        action={paths.membersContents}
        addressOf={(search, present) => paths.membersContentsFound({ search, type: present.get('tipo') ?? undefined })}
      />
    </div>
  );
}
