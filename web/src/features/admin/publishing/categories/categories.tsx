import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '@/lib/format';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { CategoryForm } from './category-form';
import { CategoryRow } from './category-row';
import { type Category, CHANGED, categoriesQuery, deleteCategory } from './queries';
import { categoryToasts } from './text';
import { useReturningFocus } from './use-returning-focus';

const NEW = 'new';

/** 'Gerenciar Categorias': one category is written at a time, a new one on top or an old one in its row. */
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
          <>
            <h3 className="border-t border-border-strong pt-4 type-title-2">
              Categorias Existentes <span className="text-muted-foreground">({formatNumber(categories.length)})</span>
            </h3>
            {categories.length === 0 && <p className="mt-4 text-foreground-2">Nenhuma categoria encontrada.</p>}
            <ul className="mt-2">
              {categories.map((category) => (
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
        )}
      </Loaded>
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Tem certeza que deseja excluir esta categoria?"
        description={`“${doomed?.name ?? ''}” deixa de existir. A exclusão não pode ser desfeita.`}
        run={deleteCategory}
        done={categoryToasts.deleted}
        failure={categoryToasts.deleteFailed}
        refreshes={CHANGED}
        closesOnFailure
      />
    </>
  );
}
