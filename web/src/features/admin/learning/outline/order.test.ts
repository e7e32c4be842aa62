import { describe, expect, it } from 'vitest';
import type { OutlineLesson } from '../queries';
import { applyOrder, findLesson, isSameOrder, type Modules, moveLesson, moveModule } from './order';

const lesson = (id: string): OutlineLesson => ({
  id,
  title: id,
  kind: 'text',
  duration_seconds: 0,
  is_published: true,
  is_sample: false,
  opens_at: null,
  opens_after_days: 0,
  requires_lesson_id: null,
  has_text: false,
  has_file: false,
  has_captions: false,
  questions: 0,
  media: null,
});

const modules: Modules = [
  { id: 'm', title: 'M', lessons: ['a', 'b', 'c'].map(lesson) },
  { id: 'n', title: 'N', lessons: ['d'].map(lesson) },
];

const shown = (order: Modules) =>
  order.map(({ id, lessons }) => `${id}:${lessons.map((one) => one.id).join('')}`).join(' ');

describe('moveLesson', () => {
  it('moves inside a module and into another one', () => {
    expect(shown(moveLesson(modules, 'a', { module: 0, lesson: 2 }))).toBe('m:bca n:d');
    expect(shown(moveLesson(modules, 'c', { module: 1, lesson: 0 }))).toBe('m:ab n:cd');
    expect(shown(moveLesson(modules, 'd', { module: 0, lesson: 99 }))).toBe('m:abcd n:');
  });

  it('ignores an unknown lesson or module', () => {
    expect(moveLesson(modules, 'x', { module: 0, lesson: 0 })).toBe(modules);
    expect(moveLesson(modules, 'a', { module: 7, lesson: 0 })).toBe(modules);
  });
});

describe('moveModule', () => {
  it('moves a module with its lessons', () => {
    expect(shown(moveModule(modules, 'n', 0))).toBe('n:d m:abc');
    expect(moveModule(modules, 'x', 0)).toBe(modules);
  });
});

describe('isSameOrder', () => {
  it('compares places only', () => {
    expect(isSameOrder(modules, moveLesson(modules, 'b', { module: 0, lesson: 1 }))).toBe(true);
    expect(isSameOrder(modules, moveLesson(modules, 'b', { module: 0, lesson: 0 }))).toBe(false);
    expect(findLesson(modules, 'd')).toEqual({ module: 1, lesson: 0 });
  });
});

describe('applyOrder', () => {
  it('keeps additions and leaves out deleted lessons', () => {
    const now: Modules = [
      { id: 'm', title: 'M', lessons: ['a', 'c', 'new'].map(lesson) },
      { id: 'o', title: 'O', lessons: ['e'].map(lesson) },
      { id: 'n', title: 'N', lessons: ['d'].map(lesson) },
    ];
    const wanted = moveModule(moveLesson(modules, 'a', { module: 1, lesson: 0 }), 'n', 0);
    expect(shown(applyOrder(now, wanted))).toBe('n:ad m:cnew o:e');
  });
});
