import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { ArrowDownAZ } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { formatNumber } from '@/lib/format';
import { Button } from '@/ui/button';
import { movedStyle, pointerOf } from '@/widgets/moved-style';
import type { Category } from './queries';
import { type CategoryOrder, useCategoryOrder } from './use-order';

/** A click is no drag: pixels before a row follows the pointer. */
const SLACK = 5;
const silent = () => undefined;
const SILENT = { onDragStart: silent, onDragOver: silent, onDragEnd: silent, onDragCancel: silent };

/** Handlers that begin a drag of a row. */
export type Pointer = ReturnType<typeof pointerOf>;

interface CategoryListProps {
  stored: readonly Category[];
  writing: string | undefined;
  children: (category: Category, order: CategoryOrder, pointer: Pointer) => ReactNode;
}

/** The categories, in an order that is changed by hand. */
export function CategoryList({ stored, writing, children }: CategoryListProps) {
  const order = useCategoryOrder(stored);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: SLACK } }));
  const isByHand = stored.some(({ sort_order: place }) => place > 0);
  const { categories } = order;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-border-strong pt-4">
        <h3 className="type-title-2">
          Categorias Existentes <span className="text-muted-foreground">({formatNumber(categories.length)})</span>
        </h3>
        {isByHand && (
          <Button
            variant="ghost"
            size="small"
            disabled={order.isSaving || writing !== undefined}
            onClick={order.byName}
          >
            <ArrowDownAZ aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Ordenar por nome
          </Button>
        )}
      </div>
      <p className="mt-1 type-meta">
        Nesta ordem elas aparecem no site. Uma categoria sem conteúdo publicado não aparece.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {order.said}
      </p>
      {categories.length === 0 && <p className="mt-4 text-foreground-2">Nenhuma categoria encontrada.</p>}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        // The handles have their own keys and announcements.
        accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
        onDragEnd={({ active, over }) => over && order.drop(String(active.id), String(over.id))}
      >
        <SortableContext items={categories.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ul className="mt-2" aria-busy={order.isSaving}>
            {categories.map((category) => (
              <SortableRow key={category.id} category={category} held={order.held === category.id}>
                {(pointer) => children(category, order, pointer)}
              </SortableRow>
            ))}
          </ul>
        </SortableContext>
      </DndContext>
    </>
  );
}

interface SortableRowProps {
  category: Category;
  held: boolean;
  children: (pointer: Pointer) => ReactNode;
}

function SortableRow({ category, held, children }: SortableRowProps) {
  const sortable = useSortable({ id: category.id });
  return (
    <li
      ref={sortable.setNodeRef}
      style={movedStyle(sortable)}
      className={cx(
        'border-b border-border bg-background py-4',
        sortable.isDragging && 'relative z-1 shadow-pop',
        held && 'relative z-1 outline-2 -outline-offset-2 outline-foreground',
      )}
    >
      {children(pointerOf(sortable))}
    </li>
  );
}
