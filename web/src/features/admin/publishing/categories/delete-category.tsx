import { useState } from 'react';
import { formatCount } from '@/lib/format';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { categoryToasts } from './category-form';
import { type Category, CHANGED, deleteCategory, mergeCategory } from './queries';

interface DeleteCategoryProps {
  category: Category | undefined;
  others: readonly Category[];
  onClose: () => void;
}

/** Deletes a category; one in use only where its contents get another one. */
export function DeleteCategory({ category, others, onClose }: DeleteCategoryProps) {
  const [into, setInto] = useState('');
  const used = category?.contents_count ?? 0;
  const name = `“${category?.name ?? ''}”`;
  return (
    <ConfirmDelete
      item={category}
      onClose={onClose}
      title="Tem certeza que deseja excluir esta categoria?"
      description={
        used > 0
          ? `${name} está em ${formatCount(used, 'conteúdo', 'conteúdos')}, contando os da lixeira. Escolha para onde ${used === 1 ? 'ele vai' : 'eles vão'}.`
          : `A categoria ${name} será excluída. A exclusão não pode ser desfeita.`
      }
      run={(doomed) => (into ? mergeCategory(doomed, into) : deleteCategory(doomed))}
      done={categoryToasts.deleted}
      failure={categoryToasts.deleteFailed}
      refreshes={CHANGED}
      closesOnFailure
    >
      {used > 0 && (
        <Field label="Mover os conteúdos para">
          {(control) => (
            <Select {...control} value={into} onChange={(event) => setInto(event.target.value)}>
              <option value="">Escolha uma categoria</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  {other.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </ConfirmDelete>
  );
}
