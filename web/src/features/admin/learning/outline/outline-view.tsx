import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/start/empty';
import type { Outline } from '../queries';
import { ConflictDialog } from './conflict-dialog';
import { ModulePart } from './module-part';
import { findLesson, findModule, type Modules, moveLesson, moveModule } from './order';
import { useKeyboardMove } from './use-keyboard-move';
import { useOrder } from './use-order';
import { useOutlineTools } from './use-outline-tools';

/** A click is no drag: pixels before a module or lesson follows the pointer. */
const SLACK = 5;

/** A module meets modules; a lesson meets lessons, and modules without any. */
const collide: CollisionDetection = (args) => {
  const isModule = args.active.data.current?.kind === 'module';
  const droppableContainers = args.droppableContainers.filter(({ data }) => {
    const met = data.current;
    return met?.kind === 'module' ? isModule || met.isEmpty : !isModule;
  });
  return closestCenter({ ...args, droppableContainers });
};

/** The place that a lesson is dragged to. */
function placeOver(modules: Modules, over: string) {
  const module = findModule(modules, over);
  return module >= 0 ? { module, lesson: 0 } : findLesson(modules, over);
}

export interface OutlineViewProps {
  course: string;
  outline: Outline;
  onFiles: Parameters<typeof useOutlineTools>[0]['onFiles'];
}

/** Modules and lessons of a course, moved by pointer, finger, keyboard or menu. */
export function OutlineView({ course, outline, onFiles }: OutlineViewProps) {
  const order = useOrder(course, outline);
  const keys = useKeyboardMove(order);
  const describedBy = useId();
  const { modules } = order;
  const { tools, dialogs, addModule } = useOutlineTools({ course, order, keys, describedBy, onFiles });
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: SLACK } }));
  const [dragged, setDragged] = useState<string>();

  const onDragOver = ({ active, over }: DragOverEvent) => {
    if (!over || active.data.current?.kind !== 'lesson') return;
    const from = findLesson(modules, String(active.id));
    const to = placeOver(modules, String(over.id));
    // Inside one module the rows give way by themselves.
    if (from && to && from.module !== to.module) order.show(moveLesson(modules, String(active.id), to));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(undefined);
    const id = String(active.id);
    if (!over) return order.save(modules);
    if (active.data.current?.kind === 'module') {
      return order.save(moveModule(modules, id, findModule(modules, String(over.id))));
    }
    const to = placeOver(modules, String(over.id));
    order.save(to ? moveLesson(modules, id, to) : modules);
  };
  const titleOf = (id: string) =>
    modules.flatMap((module) => [module, ...module.lessons]).find((one) => one.id === id)?.title;

  return (
    <>
      <p id={describedBy} className="sr-only">
        Espaço ou Enter pega, setas para cima e para baixo movem, Enter coloca, Esc cancela.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {keys.said}
      </p>
      {modules.length === 0 ? (
        <Empty
          title="Este curso ainda não tem módulos"
          description="Crie o primeiro módulo e adicione aulas, ou solte nele os arquivos das aulas."
        >
          <Button size="small" onClick={addModule}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
            Criar o primeiro módulo
          </Button>
        </Empty>
      ) : (
        <>
          <DndContext
            sensors={sensors}
            collisionDetection={collide}
            // The handles have their own keys and announcements.
            accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
            onDragStart={({ active }) => setDragged(String(active.id))}
            onDragOver={onDragOver}
            onDragEnd={onDragEnd}
            onDragCancel={() => {
              setDragged(undefined);
              order.show(undefined);
            }}
          >
            <SortableContext items={modules.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
              <ol aria-label="Módulos" aria-busy={order.isSaving} className="grid gap-6">
                {modules.map((module, index) => (
                  <ModulePart key={module.id} module={module} number={index + 1} tools={tools} />
                ))}
              </ol>
            </SortableContext>
            <DragOverlay dropAnimation={null}>
              {dragged && (
                <p className="rounded-md border border-foreground bg-popover px-4 py-3 font-label type-ui shadow-pop">
                  {titleOf(dragged)}
                </p>
              )}
            </DragOverlay>
          </DndContext>
          <div className="mt-6 flex flex-wrap items-center gap-4 border-t border-border-strong pt-5">
            <Button variant="line" size="small" onClick={addModule}>
              <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
              Novo módulo
            </Button>
            <p role="status" className="type-meta">
              {order.isSaving ? 'Salvando a ordem...' : ''}
            </p>
          </div>
        </>
      )}
      {dialogs}
      <ConflictDialog open={order.isRefused} onSettle={order.settle} />
    </>
  );
}

const SILENT = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};
