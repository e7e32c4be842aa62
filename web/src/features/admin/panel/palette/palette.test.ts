import { expect, test } from 'vitest';
import { panelAccessOf } from '@/entities/panel-access';
import { coursesFound, matches, pagesFound } from './queries';

const labels = (hits: readonly { label: string }[]) => hits.map(({ label }) => label);

const admin = panelAccessOf(['admin']);

test('a search by name or group ignores case and accents', () => {
  expect(labels(pagesFound('VISITAS', admin))).toEqual(['Visitas']);
  expect(labels(pagesFound('seguranca senhas', admin))).toEqual(['Senhas']);
  expect(labels(pagesFound('aprendizagem', admin))).toContain('Certificados');
  expect(pagesFound('', admin)).not.toHaveLength(0);
  expect(pagesFound('nada assim', admin)).toEqual([]);
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

test('an editor finds the pages of contents only', () => {
  expect(labels(pagesFound('', panelAccessOf(['editor'])))).toEqual([
    'Visão Geral',
    'Conteúdos',
    'Novo conteúdo',
    'Mídia',
    'Minhas configurações',
    'Início do site',
  ]);
  expect(labels(pagesFound('moderacao', panelAccessOf(['editor', 'moderator'])))).toEqual(['Moderação']);
});
