import { expect, test } from 'vitest';
import { paths } from '@/app/pages';
import { change, daily, shortDay } from './days';
import { pageName, rankedPages } from './page-names';
import { periodOf, shownDays } from './queries';

test('shown days end today in São Paulo, earlier ones just before', () => {
  const now = Date.parse('2026-03-02T02:59:00Z');
  const days = shownDays(now, 30);
  expect(days).toHaveLength(30);
  expect([days[0], days.at(-1)]).toEqual(['2026-01-31', '2026-03-01']);
  expect(shownDays(now, 30, 30).at(-1)).toBe('2026-01-30');
});

test('days without visits count zero in both periods', () => {
  const counted = [
    { day: '2026-03-02', views: 7 },
    { day: '2026-02-28', views: 3 },
  ];
  const bars = daily(['2026-03-01', '2026-03-02'], ['2026-02-27', '2026-02-28'], counted);
  expect(bars.map(({ value, before }) => [value, before])).toEqual([
    [0, 0],
    [7, 3],
  ]);
  expect(shortDay('2026-03-02')).toBe('02/03');
});

test('a period is one that is offered, else thirty days', () => {
  expect(['7', '365', '12', null].map(periodOf)).toEqual([7, 365, 30, 30]);
});

test.each([
  [0, 0, ''],
  [5, 0, 'Nenhuma nos 7 dias anteriores'],
  [110, 100, '10% a mais que nos 7 dias anteriores'],
  [50, 100, '50% a menos que nos 7 dias anteriores'],
  [100, 100, 'Como nos 7 dias anteriores'],
])('%i after %i reads %j', (now, before, text) => {
  expect(change(now, before, 7)).toBe(text);
});

test('pages are named by navigation or title, else by their path', () => {
  const articles = new Map([['a', { id: 'a', title: 'Delegar sem sumir' }]]);
  const courses = new Map([['c', { id: 'c', title: 'Vendas' }]]);
  const name = (path: string) => pageName(path, articles, courses);
  expect([paths.home, paths.article('a'), paths.course('c'), paths.article('gone'), '/outra'].map(name)).toEqual([
    'Início',
    'Delegar sem sumir',
    'Curso: Vendas',
    '/blog/gone',
    '/outra',
  ]);
});

test('a content read at two addresses is one page', () => {
  const content = { id: 'a', title: 'Delegar sem sumir' };
  const articles = new Map([
    ['a', content],
    ['delegar-sem-sumir', content],
  ]);
  const pages = [
    { path: paths.article('delegar-sem-sumir'), views: 5 },
    { path: paths.home, views: 4 },
    { path: paths.pricing, views: 7 },
    { path: paths.article('a'), views: 3 },
  ];
  expect(rankedPages(pages, articles, undefined)).toEqual([
    { name: 'Delegar sem sumir', href: '/blog/delegar-sem-sumir', count: 8 },
    { name: 'Planos', href: '/pricing', count: 7 },
    { name: 'Início', href: '/', count: 4 },
  ]);
});
