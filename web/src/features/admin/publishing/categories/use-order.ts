import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useAction } from '@/widgets/use-action';
import { type Category, CHANGED, categoriesQuery, orderCategories } from './queries';

export interface CategoryOrder {
  /** Categories in the order that is shown. */
  categories: readonly Category[];
  isSaving: boolean;
  /** The category that the keyboard holds. */
  held: string | undefined;
  /** Text for screen readers about the last step. */
  said: string;
  /** Lays a category down in the place of another one. */
  drop: (id: string, over: string) => void;
  byName: () => void;
  onKeyDown: (event: KeyboardEvent, category: Category) => void;
  onBlur: () => void;
}

/** The order of the categories, changed by pointer, finger and keyboard. */
export function useCategoryOrder(stored: readonly Category[]): CategoryOrder {
  const queryClient = useQueryClient();
  const [moved, setMoved] = useState<readonly Category[]>();
  const [held, setHeld] = useState<string>();
  const [said, setSaid] = useState('');
  const categories = moved ?? stored;
  const saving = useAction({
    run: (ids: string[]) => orderCategories(ids),
    done: { title: 'Ordem das categorias salva', tone: 'success' },
    failure: 'Não foi possível salvar a ordem.',
    refreshes: CHANGED,
    onDone: () => setMoved(undefined),
    onFailed: () => {
      setMoved(undefined);
      void queryClient.invalidateQueries(categoriesQuery);
      return false;
    },
  });
  const save = (order: readonly Category[]) => {
    const isSame = order.every(({ id }, index) => stored[index]?.id === id);
    if (isSame) return setMoved(undefined);
    setMoved(order);
    saving.mutate(order.map(({ id }) => id));
  };
  const placed = (id: string, to: number): readonly Category[] => {
    const rest = categories.filter((category) => category.id !== id);
    const one = categories.find((category) => category.id === id);
    return one ? [...rest.slice(0, to), one, ...rest.slice(to)] : categories;
  };
  const indexOf = (id: string) => categories.findIndex((category) => category.id === id);
  const lay = () => {
    if (!held) return;
    setHeld(undefined);
    save(categories);
  };
  const onKeyDown = (event: KeyboardEvent, { id, name }: Category) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (held) {
        setSaid(`${name}: colocada no lugar ${indexOf(id) + 1} de ${categories.length}.`);
        return lay();
      }
      setHeld(id);
      return setSaid(`${name}: em movimento. Setas movem, Enter coloca, Esc cancela.`);
    }
    if (held !== id) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const to = indexOf(id) + (event.key === 'ArrowUp' ? -1 : 1);
      if (to < 0 || to >= categories.length) return setSaid(to < 0 ? 'Já é a primeira.' : 'Já é a última.');
      setMoved(placed(id, to));
      setSaid(`Lugar ${to + 1} de ${categories.length}.`);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setHeld(undefined);
      setMoved(undefined);
      setSaid('Movimento cancelado.');
    }
  };
  return {
    categories,
    isSaving: saving.isPending,
    held,
    said,
    drop: (id, over) => save(placed(id, indexOf(over))),
    byName: () => saving.mutate([]),
    onKeyDown,
    onBlur: lay,
  };
}
