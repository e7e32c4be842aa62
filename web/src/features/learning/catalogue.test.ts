import { describe, expect, test } from 'vitest';
import { sectionsOf } from './catalogue';
import type { Course } from './queries';

const course = (id: string, categories: string[], title = id): Course => ({
  id,
  title,
  description: null,
  instructor: null,
  duration: null,
  thumbnail: null,
  categories,
  tags: [],
  level: 'Iniciante',
  lessons: 1,
  students_count: 0,
  reviews_count: 0,
  rating: 0,
  is_published: true,
  is_programme_only: false,
  entitlement: 'courses',
});

const courses = [course('a', ['alta'], 'Vendas'), course('b', [], 'Negociação'), course('c', ['antiga'], 'Negócios')];
const shown = (category: string, search: string) =>
  sectionsOf(courses, [], category, search).map(({ title, courses: found }) => [title, found.map(({ id }) => id)]);

describe('a search', () => {
  test('finds courses without a category, or of one that is gone', () => {
    expect(shown('continuar', 'negoc')).toEqual([['Outros cursos', ['b', 'c']]]);
    expect(shown('continuar', 'e')).toEqual([
      ['Em alta', ['a']],
      ['Outros cursos', ['b', 'c']],
    ]);
    expect(shown('todos', 'NEGOCIACAO')).toEqual([['Todos os cursos', ['b']]]);
  });

  test('within a category finds its courses only', () => {
    expect(shown('alta', 'e')).toEqual([['Em alta', ['a']]]);
  });
});

test('the first page without a search shows only categories', () => {
  expect(shown('continuar', '')).toEqual([['Em alta', ['a']]]);
});
