import { useQuery } from '@tanstack/react-query';
import { PencilLine, Plus, Trash2 } from 'lucide-react';
import { type RefCallback, useEffect, useRef, useState } from 'react';
import { formatDate, formatNumber, isoDay } from '@/lib/format';
import { Button } from '@/ui/button';
import { IconAction } from '@/ui/icon-action';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { CategoryForm, categoryToasts } from './category-form';
import { type Category, CHANGED, categoriesQuery, deleteCategory } from './queries';

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

export interface CategoryRowProps {
  category: Category;
  disabled: boolean;
  /** The element that gets the focus after editing. */
  editRef: RefCallback<HTMLElement>;
  onEdit: () => void;
  onDelete: () => void;
}

export function CategoryRow({ category, disabled, editRef, onEdit, onDelete }: CategoryRowProps) {
  return (
    <div className="grid items-center gap-x-6 gap-y-1 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_8rem_8rem_auto]">
      <h4 className="type-title-3">{category.name}</h4>
      <p className="type-ui text-foreground-2">{category.description}</p>
      <p className="type-meta">
        Criada em <DateOf instant={category.created_at} />
      </p>
      <p className="type-meta">
        Atualizada em <DateOf instant={category.updated_at} />
      </p>
      <div className="flex gap-0.5 max-lg:-ml-3">
        <IconAction
          hint="Editar"
          label={`Editar ${category.name}`}
          icon={PencilLine}
          disabled={disabled}
          className="disabled:bg-transparent!"
          ref={editRef}
          onClick={onEdit}
        />
        <IconAction
          hint="Excluir"
          label={`Excluir ${category.name}`}
          icon={Trash2}
          disabled={disabled}
          className="disabled:bg-transparent!"
          onClick={onDelete}
        />
      </div>
    </div>
  );
}

function DateOf({ instant }: { instant: string }) {
  return (
    <time dateTime={isoDay(instant)} className="tabular-nums lg:block">
      {formatDate(instant)}
    </time>
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
