import { GripVertical } from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { cx } from '@/lib/cx';
import type { Held, KeyboardMove } from './use-keyboard-move';

export interface HandleProps extends Omit<ComponentProps<'button'>, 'id'> {
  kind: Held['kind'];
  id: string;
  title: string;
  keys: KeyboardMove;
  /** Id of the instructions for screen readers. */
  describedBy: string;
}

/** Takes hold of a module or lesson, by pointer, finger or keyboard. */
export function Handle({ kind, id, title, keys, describedBy, className, ...pointer }: HandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isHeld = keys.held?.id === id;
  // Moving an element takes the focus from it.
  useEffect(() => {
    if (isHeld) button.current?.focus();
  });
  return (
    <button
      {...pointer}
      ref={button}
      type="button"
      aria-label={`Mover ${kind === 'module' ? 'o módulo' : 'a aula'} ${title}`}
      aria-describedby={describedBy}
      aria-pressed={isHeld}
      onKeyDown={(event) => keys.onKeyDown(event, kind, id, title)}
      onBlur={() => isHeld && keys.onBlur()}
      className={cx(
        'grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground active:cursor-grabbing aria-pressed:bg-foreground aria-pressed:text-background lg:size-9',
        className,
      )}
    >
      <GripVertical aria-hidden="true" className="size-4.5" strokeWidth={1.6} />
    </button>
  );
}
