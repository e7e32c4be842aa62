import { useQuery } from '@tanstack/react-query';
import { ChipLink } from '@/ui/chip';
import { type Category, categoriesQuery } from '../queries';

export interface CategoryFilterProps {
  current: string | undefined;
  addressOf: (category: string | undefined) => string;
}

export function CategoryFilter({ current, addressOf }: CategoryFilterProps) {
  const { data: categories = [] } = useQuery(categoriesQuery());
  return (
    <nav aria-label="Filtrar por categoria" className="bleed-x mt-6 flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <ChipLink href={addressOf(undefined)} current={!current}>
        Todas
      </ChipLink>
      {categories.map(({ id, name, color }: Category) => (
        <ChipLink key={id} href={addressOf(id)} current={id === current}>
          <span aria-hidden="true" className="size-2 rounded-full bg-current" style={{ color }} />
          {name}
        </ChipLink>
      ))}
    </nav>
  );
}
