import { GripVertical, PencilLine, Trash2 } from 'lucide-react';
import { type RefCallback, useEffect, useId, useRef } from 'react';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatCount, formatDate, isoDay } from '@/lib/format';
import { IconAction } from '@/ui/icon-action';
import { TextLink } from '@/ui/link';
import type { Pointer } from './category-list';
import type { Category } from './queries';
import type { CategoryOrder } from './use-order';

export interface CategoryRowProps {
  category: Category;
  order: CategoryOrder;
  pointer: Pointer;
  disabled: boolean;
  /** The element that gets the focus after editing. */
  editRef: RefCallback<HTMLElement>;
  onEdit: () => void;
  onDelete: () => void;
}

export function CategoryRow({ category, order, pointer, disabled, editRef, onEdit, onDelete }: CategoryRowProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 lg:grid-cols-[auto_minmax(0,2fr)_minmax(0,3fr)_8rem_8rem_8rem_auto] lg:gap-x-6">
      <Handle category={category} order={order} pointer={pointer} disabled={disabled} />
      <h4 className="type-title-3">{category.name}</h4>
      <p className="type-ui text-foreground-2 max-lg:col-start-2 max-lg:col-span-2 empty:hidden lg:empty:block">
        {category.description}
      </p>
      <p className="type-meta tabular-nums max-lg:col-start-2 max-lg:col-span-2">
        {category.contents_count ? (
          <TextLink href={signedInPaths.adminContents({ categoria: category.id })}>
            {formatCount(category.contents_count, 'conteúdo', 'conteúdos')}
          </TextLink>
        ) : (
          'Sem conteúdos'
        )}
      </p>
      <div className="flex flex-wrap gap-x-3 max-lg:col-start-2 max-lg:col-span-2 lg:contents">
        <p className="type-meta">
          Criada em <DateOf instant={category.created_at} />
        </p>
        <p className="type-meta">
          Atualizada em <DateOf instant={category.updated_at} />
        </p>
      </div>
      <div className="flex gap-0.5 max-lg:col-start-3 max-lg:row-start-1 max-lg:-mr-3">
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

type HandleProps = Pick<CategoryRowProps, 'category' | 'order' | 'pointer' | 'disabled'>;

/** Takes hold of a category, by pointer, finger or keyboard. */
function Handle({ category, order, pointer, disabled }: HandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const describedBy = useId();
  const isHeld = order.held === category.id;
  // Moving an element takes the focus from it.
  useEffect(() => {
    if (isHeld) button.current?.focus();
  });
  return (
    <>
      <button
        {...pointer}
        ref={button}
        type="button"
        disabled={disabled || order.isSaving}
        aria-label={`Mover ${category.name}`}
        aria-describedby={describedBy}
        aria-pressed={isHeld}
        onKeyDown={(event) => order.onKeyDown(event, category)}
        onBlur={() => isHeld && order.onBlur()}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing disabled:cursor-default aria-pressed:bg-foreground aria-pressed:text-background lg:size-9"
      >
        <GripVertical aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
      </button>
      <span id={describedBy} className="sr-only">
        Espaço ou Enter pega, setas para cima e para baixo movem, Enter coloca, Esc cancela.
      </span>
    </>
  );
}

function DateOf({ instant }: { instant: string }) {
  return (
    <time dateTime={isoDay(instant)} className="tabular-nums lg:block">
      {formatDate(instant)}
    </time>
  );
}
