import { type FormEvent, useRef, useState } from 'react';
import { limits } from '@/generated/columns/categories';
import { failureOf, isRefusedWith } from '@/lib/errors';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import type { ToastMessage } from '@/ui/toast';
import { failureMessage } from '@/widgets/failure-message';
import { useAction } from '@/widgets/use-action';
import { type Category, type CategoryFields, CHANGED, saveCategory } from './queries';

export interface CategoryFormProps {
  /** The category to edit; without it a new one. */
  category?: Category;
  onDone: () => void;
}

/** Name and description in one row. Keeps the input until it is saved. */
export function CategoryForm({ category, onDone }: CategoryFormProps) {
  const [name, setName] = useState(category?.name ?? '');
  const [description, setDescription] = useState(category?.description ?? '');
  const [error, setError] = useState<string>();
  const nameRef = useRef<HTMLInputElement>(null);

  const complain = (problem: string) => {
    setError(problem);
    nameRef.current?.focus();
  };
  const save = useAction({
    run: (fields: CategoryFields) => saveCategory(category, fields),
    done: category ? categoryToasts.updated : categoryToasts.created,
    failure: category ? 'Erro ao atualizar categoria' : 'Erro ao criar categoria',
    refreshes: CHANGED,
    onDone,
    onFailed: (reason) => {
      const isTaken = isRefusedWith(reason, 'category_exists') || failureOf(reason).kind === 'duplicate';
      if (isTaken) complain(categoryErrors.nameTaken);
      return isTaken;
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const fields = { name: name.trim(), description: description.trim() || null };
    if (!fields.name) return complain(categoryErrors.nameMissing);
    setError(undefined);
    save.mutate(fields);
  };

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
    >
      <Field label="Nome" error={error}>
        {(control) => (
          <Input
            {...control}
            ref={nameRef}
            autoFocus
            maxLength={limits.name}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Descrição" optional>
        {(control) => (
          <Input
            {...control}
            maxLength={limits.description}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2 lg:pt-7.5 max-sm:*:flex-1">
        <Button type="submit" size="small" busy={save.isPending} busyLabel="Salvando...">
          {category ? 'Salvar' : 'Criar Categoria'}
        </Button>
        <Button variant="ghost" size="small" disabled={save.isPending} onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

export const categoryToasts = {
  created: { title: 'Categoria criada com sucesso!', tone: 'success' },
  updated: { title: 'Categoria atualizada!', tone: 'success' },
  deleted: { title: 'Categoria removida', tone: 'success' },
  /** A category in use is a result and not a failure of the request. */
  deleteFailed: (error: unknown): ToastMessage =>
    failureOf(error).kind === 'referenced'
      ? {
          title: 'Não é possível deletar categoria',
          description: 'Esta categoria está sendo usada por conteúdos existentes.',
          tone: 'destructive',
        }
      : failureMessage('Erro ao remover categoria', error),
} as const;

export const categoryErrors = {
  nameMissing: 'Dê um nome à categoria.',
  nameTaken: 'Já existe uma categoria com este nome. Maiúsculas e acentos não fazem diferença.',
};
