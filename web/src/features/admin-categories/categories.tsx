import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '@/lib/format';
import { Button } from '@/ui/button';
import { ErrorNotice } from '@/ui/error-notice';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { CategoryForm } from './category-form';
import { CategoryRow } from './category-row';
import { DeleteCategory } from './delete-category';
import { type Category, categoriesQuery } from './queries';
import { loadFailed } from './text';
import { useReturningFocus } from './use-returning-focus';

const NEW = 'new';

/** 'Gerenciar Categorias': one category is written at a time, a new one on top or an old one in its row. */
export function Categories() {
  const list = useQuery(categoriesQuery);
  const [writing, setWriting] = useState<string>();
  const [doomed, setDoomed] = useState<Category>();
  const opener = useReturningFocus(writing);
  const stop = () => setWriting(undefined);
  const total = list.data?.length;
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
      {list.data ? (
        <>
          <h3 className="border-t border-border-strong pt-4 type-title-2">
            Categorias Existentes <span className="text-muted-foreground">({formatNumber(total ?? 0)})</span>
          </h3>
          {total === 0 && <p className="mt-4 text-foreground-2">Nenhuma categoria encontrada.</p>}
          <ul className="mt-2">
            {list.data.map((category) => (
              <li key={category.id} className="border-b border-border py-4">
                {writing === category.id ? (
                  <CategoryForm category={category} onDone={stop} />
                ) : (
                  <CategoryRow
                    category={category}
                    disabled={writing !== undefined}
                    editRef={opener(category.id)}
                    onEdit={() => setWriting(category.id)}
                    onDelete={() => setDoomed(category)}
                  />
                )}
              </li>
            ))}
          </ul>
        </>
      ) : list.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void list.refetch()} />
      ) : (
        <Loading label="Carregando as categorias">
          <Skeleton className="h-72 w-full" />
        </Loading>
      )}
      <DeleteCategory category={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}
