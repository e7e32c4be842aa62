/** Moves of modules and lessons inside a course. Each gives a new order; places are counted from 0. */
import type { OutlineLesson, OutlineModule } from '../queries';

export type Modules = readonly OutlineModule[];

/** Position of a lesson: the index of its module, and its index in the module. */
export interface LessonPlace {
  module: number;
  lesson: number;
}

export function findLesson(modules: Modules, id: string): LessonPlace | undefined {
  for (const [module, { lessons }] of modules.entries()) {
    const lesson = lessons.findIndex((one) => one.id === id);
    if (lesson >= 0) return { module, lesson };
  }
  return undefined;
}

export const findModule = (modules: Modules, id: string): number => modules.findIndex((module) => module.id === id);

/** The lesson at another place; the same order where there is no such lesson. */
export function moveLesson(modules: Modules, id: string, to: LessonPlace): Modules {
  const from = findLesson(modules, id);
  const moved = from && modules[from.module]?.lessons[from.lesson];
  if (!moved || !modules[to.module]) return modules;
  const without = modules.map((module) => ({ ...module, lessons: module.lessons.filter((one) => one !== moved) }));
  return without.map((module, index) =>
    index === to.module ? { ...module, lessons: insert<OutlineLesson>(module.lessons, to.lesson, moved) } : module,
  );
}

export function moveModule(modules: Modules, id: string, to: number): Modules {
  const moved = modules.find((module) => module.id === id);
  if (!moved) return modules;
  return insert(
    modules.filter((module) => module !== moved),
    to,
    moved,
  );
}

function insert<T>(list: readonly T[], at: number, item: T): T[] {
  const place = Math.min(Math.max(at, 0), list.length);
  return [...list.slice(0, place), item, ...list.slice(place)];
}

/** Returns `true` if both are the same parts in the same order. */
export function isSameOrder(one: Modules, other: Modules): boolean {
  return keyOf(one) === keyOf(other);
}

const keyOf = (modules: Modules) =>
  modules.map(({ id, lessons }) => [id, ...lessons.map((lesson) => lesson.id)].join()).join(';');

/** The parts there are now, in another order of them: what it does not name follows at the end of its module. */
export function applyOrder(now: Modules, wanted: Modules): Modules {
  const lessons = new Map(now.flatMap((module) => module.lessons.map((lesson) => [lesson.id, lesson])));
  const modules = new Map(now.map((module) => [module.id, module]));
  const placed = new Set<string>();
  const take = (ids: readonly { id: string }[]) =>
    ids.flatMap(({ id }) => {
      const lesson = placed.has(id) ? undefined : lessons.get(id);
      placed.add(id);
      return lesson ? [lesson] : [];
    });
  const named = wanted.flatMap(({ id, lessons: inside }) => {
    const module = modules.get(id);
    return module ? [{ ...module, lessons: take(inside) }] : [];
  });
  const all = [...named, ...now.filter(({ id }) => !named.some((module) => module.id === id)).map(withoutLessons)];
  return all.map((module) => ({
    ...module,
    lessons: [...module.lessons, ...take(modules.get(module.id)?.lessons ?? [])],
  }));
}

const withoutLessons = (module: OutlineModule): OutlineModule => ({ ...module, lessons: [] });
