import { describe, expect, it } from 'vitest';
import { stepsOf } from './programmes';
import type { Begun, Course, Programme } from './queries';

const course = (id: string, isProgrammeOnly = false) =>
  ({ id, title: `Curso ${id}`, is_programme_only: isProgrammeOnly }) as Course;
const begun = (id: string, isFinished: boolean) =>
  ({ course_id: id, progress: isFinished ? 100 : 40, completed_at: isFinished ? '2026-11-01' : null }) as Begun;
const programme = (id: string, held: readonly string[], isIn: boolean, isOrdered = true) =>
  ({
    id,
    is_ordered: isOrdered,
    programme_courses: held.map((course_id, sort_order) => ({ course_id, sort_order })),
    programme_members: isIn ? [{ user_id: 'me' }] : [],
  }) as unknown as Programme;

const COURSES = [course('a'), course('b', true), course('c', true)];
const locks = (of: Programme, all: readonly Programme[], own: readonly Begun[] = []) =>
  stepsOf(of, all, COURSES, own).map(({ lock }) => lock);

describe('steps of a programme', () => {
  it('say how far the member is and leave out hidden courses', () => {
    const one = programme('p', ['gone', 'a', 'b'], true);
    const steps = stepsOf(one, [one], COURSES, [begun('a', true), begun('b', false)]);
    expect(steps.map(({ course: { id }, progress, isFinished }) => [id, progress, isFinished])).toEqual([
      ['a', 100, true],
      ['b', 40, false],
    ]);
  });

  it('wait for the first unfinished course before them', () => {
    const one = programme('p', ['a', 'b', 'c'], true);
    const waiting = 'Abre quando você concluir o curso “Curso a”.';
    expect(locks(one, [one])).toEqual([undefined, waiting, waiting]);
    expect(locks(one, [one], [begun('a', true)])[1]).toBeUndefined();
  });

  it('are for members of a programme', () => {
    const one = programme('p', ['a', 'b'], false);
    expect(locks(one, [one])).toEqual([undefined, 'Abre para quem participa do programa.']);
  });

  it('open where another programme of the member opens them', () => {
    const one = programme('p', ['a', 'b'], true);
    expect(locks(one, [one, programme('q', ['b'], true, false)])).toEqual([undefined, undefined]);
  });
});
