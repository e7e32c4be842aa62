import { PencilLine, Trash2 } from 'lucide-react';
import type { RefCallback } from 'react';
import { formatDate, isoDay } from '@/lib/format';
import { IconAction } from '@/ui/icon-action';
import type { Category } from './queries';

export interface CategoryRowProps {
  category: Category;
  /** While another category is being written. */
  disabled: boolean;
  /** Where the focus returns after editing. */
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
