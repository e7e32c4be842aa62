import { type BlogFilters, paths } from '@/app/pages';
import { slugify } from '@/lib/search-text';
import { ChipLink } from '@/ui/chip';
import type { Category } from '../queries';
import { SearchBox } from '../search-box';

/** Search box and category chips; both write the address. */
export function BlogFilterBar({ filters, categories }: { filters: BlogFilters; categories: readonly Category[] }) {
  return (
    <div className="grid gap-5 lg:grid-cols-12 lg:gap-x-(--gutter)">
      <nav
        aria-label="Categorias"
        className="bleed-x flex gap-2 py-1 lg:order-1 lg:col-span-8 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        <ChipLink href={paths.blog({ search: filters.search })} current={!filters.category}>
          Todas
        </ChipLink>
        {categories.map((category) => {
          const slug = slugify(category.name);
          return (
            <ChipLink
              key={category.id}
              href={paths.blog({ search: filters.search, category: slug })}
              current={slug === filters.category}
            >
              {category.name}
            </ChipLink>
          );
        })}
      </nav>
      <SearchBox
        search={filters.search}
        label="Buscar no blog"
        action={paths.blog()}
        // A category picked while one types stays picked, also while its list is still on the way.
        addressOf={(search, present) => paths.blog({ search, category: present.get('categoria') ?? undefined })}
        className="max-lg:-order-1 lg:order-2 lg:col-span-4"
      >
        {filters.category && <input type="hidden" name="categoria" value={filters.category} />}
      </SearchBox>
    </div>
  );
}
