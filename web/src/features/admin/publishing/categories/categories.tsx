import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type RefCallback, useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { CategoryForm } from './category-form';
import { CategoryList } from './category-list';
import { CategoryRow } from './category-row';
import { DeleteCategory } from './delete-category';
import { type Category, categoriesQuery } from './queries';

const NEW = 'new';

export function Categories() {
  const list = useQuery(categoriesQuery);
  const [writing, setWriting] = useState<string>();
  const [doomed, setDoomed] = useState<Category>();
  const opener = useReturningFocus(writing);
  const stop = () => setWriting(undefined);
  return (
    <>
      <PanelHeading title="Gerenciar Categorias">
        <Button size="small" disabled={writing !== undefined} onClick={() => setWriting(NEW)} ref={opener(NEW)}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Nova Categoria
        </Button>
      </PanelHeading>
      {writing === NEW && (
        <section aria-label="Nova categoria" className="mb-8 border border-border bg-card p-5 lg:p-6">
          <CategoryForm onDone={stop} />
        </section>
      )}
      <Loaded
        query={list}
        failed="Erro ao carregar categorias"
        loading="Carregando as categorias"
        skeleton={['h-72 w-full']}
      >
        {(categories) => (
          <CategoryList stored={categories} writing={writing}>
            {(category, order, pointer) =>
              writing === category.id ? (
                <CategoryForm category={category} onDone={stop} />
              ) : (
                <CategoryRow
                  category={category}
                  order={order}
                  pointer={pointer}
                  disabled={writing !== undefined}
                  editRef={opener(category.id)}
                  onEdit={() => setWriting(category.id)}
                  onDelete={() => setDoomed(category)}
                />
              )
            }
          </CategoryList>
        )}
      </Loaded>
      <DeleteCategory
        key={doomed?.id}
        category={doomed}
        others={list.data?.filter(({ id }) => id !== doomed?.id) ?? []}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

/**
 * Returns the focus to what opened an editor once it is closed. The opener may be replaced meanwhile by another element, so
 * it is found by key: `ref={opener(key)}` on each.
 */
export function useReturningFocus(open: string | undefined): (key: string) => RefCallback<HTMLElement> {
  const openers = useRef(new Map<string, HTMLElement>());
  const last = useRef(open);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) openers.current.get(last.current)?.focus();
    last.current = open;
  }, [open]);
  return (key) => (element) => {
    if (element) openers.current.set(key, element);
    else openers.current.delete(key);
  };
}
