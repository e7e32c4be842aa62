import { fold } from '@/lib/search-text';

interface Ordered {
  name: string;
  sort_order: number;
}

/** The order by hand, and by name without case and accents, as Portuguese orders. */
export function inOrder<Category extends Ordered>(categories: readonly Category[]): Category[] {
  return categories
    .map((category) => ({ category, key: fold(category.name) }))
    .sort((one, other) => {
      const byHand = one.category.sort_order - other.category.sort_order;
      if (byHand !== 0) return byHand;
      return one.key < other.key ? -1 : Number(one.key > other.key);
    })
    .map(({ category }) => category);
}
