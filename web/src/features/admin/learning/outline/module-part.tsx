import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { FileUp, MoreHorizontal, PencilLine, Plus, Trash2 } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { durationText } from '@/entities/course/course';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/menu';
import { movedStyle, pointerOf } from '@/widgets/moved-style';
import type { OutlineModule } from '../queries';
import { Handle } from './handle';
import { LessonRow } from './lesson-row';
import type { OutlineTools } from './tools';

const ACCEPT = 'video/mp4,audio/*,application/pdf';

export interface ModulePartProps {
  module: OutlineModule;
  number: number;
  tools: OutlineTools;
}

/** A module with its lessons; files that are dropped on it become lessons. */
export function ModulePart({ module, number, tools }: ModulePartProps) {
  const { id, title, lessons } = module;
  const { keys, describedBy } = tools;
  const sortable = useSortable({ id, data: { kind: 'module', isEmpty: lessons.length === 0 } });
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const seconds = lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      tools.onFiles([...event.dataTransfer.files], module);
    },
  };
  return (
    <li
      ref={sortable.setNodeRef}
      style={movedStyle(sortable)}
      className={cx(
        'border-t border-border-strong bg-background pt-2',
        sortable.isDragging && 'opacity-40',
        keys.held?.id === id && 'outline-2 outline-offset-2 outline-foreground',
        isOver && 'outline-2 outline-offset-4 outline-north outline-dashed',
      )}
      {...drop}
    >
      <div className="flex items-center gap-2 pr-1">
        <Handle kind="module" id={id} title={title} keys={keys} describedBy={describedBy} {...pointerOf(sortable)} />
        <h3 className="min-w-0 grow type-title-2 [overflow-wrap:anywhere]">
          {number}. {title}
        </h3>
        <p className="shrink-0 type-meta tabular-nums max-sm:hidden">
          {formatCount(lessons.length, 'aula', 'aulas')}
          {seconds > 0 && `, ${durationText(seconds)}`}
        </p>
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Ações do módulo ${title}`}>
              <MoreHorizontal aria-hidden="true" className="size-5" strokeWidth={1.6} />
            </Button>
          }
          groups={[
            [{ label: 'Mudar o título', icon: PencilLine, onSelect: () => tools.onRename(module) }],
            [
              {
                label: 'Excluir módulo',
                icon: Trash2,
                destructive: true,
                onSelect: () => tools.onRemoveModule(module),
              },
            ],
          ]}
        />
      </div>
      <SortableContext items={lessons.map((lesson) => lesson.id)} strategy={verticalListSortingStrategy}>
        <ol aria-label={`Aulas do módulo ${title}`} className="mt-2 border-t border-border empty:hidden">
          {lessons.map((lesson) => (
            <LessonRow key={lesson.id} lesson={lesson} tools={tools} />
          ))}
        </ol>
      </SortableContext>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-3">
        <Button variant="ghost" size="small" onClick={() => tools.onAddLesson(module)}>
          <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Adicionar aula<span className="sr-only"> ao módulo {title}</span>
        </Button>
        <Button variant="ghost" size="small" onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Enviar arquivos<span className="sr-only"> para o módulo {title}</span>
        </Button>
        <p className="type-meta max-lg:hidden">ou solte até 30 arquivos aqui</p>
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPT}
          tabIndex={-1}
          aria-label={`Arquivos para o módulo ${title}`}
          className="sr-only"
          onChange={(event) => {
            tools.onFiles([...(event.target.files ?? [])], module);
            event.target.value = '';
          }}
        />
      </div>
    </li>
  );
}
