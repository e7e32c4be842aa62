import { type KeyboardEvent, useState } from 'react';
import { findLesson, findModule, type Modules, moveLesson, moveModule } from './order';
import type { Order } from './use-order';

/** Module or lesson that the keyboard holds. */
export interface Held {
  kind: 'module' | 'lesson';
  id: string;
  title: string;
  /** The order before. */
  before: Modules;
}

export interface KeyboardMove {
  held: Held | undefined;
  /** Text for screen readers about the last step. */
  said: string;
  /** The keys of a handle: space or enter takes and lays down, arrows move, escape takes back. */
  onKeyDown: (event: KeyboardEvent, kind: Held['kind'], id: string, title: string) => void;
  /** Leaving the handle lays down. */
  onBlur: () => void;
}

/** Moves modules and lessons by the keyboard. */
export function useKeyboardMove(order: Order): KeyboardMove {
  const [held, setHeld] = useState<Held>();
  const [said, setSaid] = useState('');
  const { modules } = order;

  const lay = () => {
    if (!held) return;
    setHeld(undefined);
    order.save(modules);
    setSaid(`${held.title}: colocado. ${placeText(modules, held)}`);
  };
  const step = (by: -1 | 1) => {
    if (!held) return;
    const moved = held.kind === 'module' ? stepModule(modules, held.id, by) : stepLesson(modules, held.id, by);
    if (moved === modules) return setSaid(by < 0 ? 'Já é o primeiro.' : 'Já é o último.');
    order.show(moved);
    setSaid(placeText(moved, held));
  };
  const onKeyDown = (event: KeyboardEvent, kind: Held['kind'], id: string, title: string) => {
    const { key } = event;
    if (key === ' ' || key === 'Enter') {
      event.preventDefault();
      if (held) return lay();
      const taken: Held = { kind, id, title, before: modules };
      setHeld(taken);
      return setSaid(`${title}: em movimento. ${placeText(modules, taken)} Setas movem, Enter coloca, Esc cancela.`);
    }
    if (!held) return;
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault();
      step(key === 'ArrowUp' ? -1 : 1);
    } else if (key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setHeld(undefined);
      order.show(undefined);
      setSaid(`Movimento cancelado. ${placeText(held.before, held)}`);
    }
  };
  return { held, said, onKeyDown, onBlur: lay };
}

/** `Aula 2 de 5 no módulo Introdução.` */
function placeText(modules: Modules, { kind, id }: Held): string {
  if (kind === 'module') return `Módulo ${findModule(modules, id) + 1} de ${modules.length}.`;
  const place = findLesson(modules, id);
  const module = place && modules[place.module];
  return module ? `Aula ${place.lesson + 1} de ${module.lessons.length} no módulo ${module.title}.` : '';
}

function stepModule(modules: Modules, id: string, by: -1 | 1): Modules {
  const to = findModule(modules, id) + by;
  return to < 0 || to >= modules.length ? modules : moveModule(modules, id, to);
}

/** Past the end of a module comes the next one. */
function stepLesson(modules: Modules, id: string, by: -1 | 1): Modules {
  const place = findLesson(modules, id);
  const own = place && modules[place.module];
  if (!own) return modules;
  const lesson = place.lesson + by;
  if (lesson >= 0 && lesson < own.lessons.length) return moveLesson(modules, id, { module: place.module, lesson });
  const module = place.module + by;
  const other = modules[module];
  return other ? moveLesson(modules, id, { module, lesson: by < 0 ? other.lessons.length : 0 }) : modules;
}
