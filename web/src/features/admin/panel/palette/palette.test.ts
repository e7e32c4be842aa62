import { expect, test } from 'vitest';
import { coursesFound, matches, pagesFound } from './queries';

const labels = (hits: readonly { label: string }[]) => hits.map(({ label }) => label);

test('pages are found by their words and their group, whatever accents and case', () => {
  expect(labels(pagesFound('VISITAS'))).toEqual(['Visitas']);
  expect(labels(pagesFound('seguranca senhas'))).toEqual(['Senhas']);
  expect(labels(pagesFound('aprendizagem'))).toContain('Certificados');
  expect(pagesFound('')).not.toHaveLength(0);
  expect(pagesFound('nada assim')).toEqual([]);
});

test('courses are found once two letters are written', () => {
  const courses = [
    { id: 'a', title: 'Gestão de pessoas', is_published: true },
    { id: 'b', title: 'Vendas', is_published: false },
  ];
  expect(coursesFound(courses, 'g')).toEqual([]);
  expect(coursesFound(courses, 'gestao')).toEqual([
    { path: '/admin/cursos/a', label: 'Gestão de pessoas', note: 'Publicado' },
  ]);
});

test('each word must be in the text', () => {
  expect(matches('Lista de espera', ['lista', 'espera'])).toBe(true);
  expect(matches('Lista de espera', ['lista', 'pessoas'])).toBe(false);
});
