import { describe, expect, test } from 'vitest';
import { paths } from './paths';
import { findRoute, isLive, notFoundRoute, routes } from './routes';

test('every route names a module that exists', async () => {
  const modules = import.meta.glob('../routes/*.tsx');
  for (const { module } of [...routes, notFoundRoute]) {
    expect(Object.keys(modules)).toContain(module.replace('src/', '../'));
  }
});

describe('an address is live when a page answers it', () => {
  test.each([
    paths.home,
    paths.blog(),
    paths.blog({ search: 'a b', category: 'gestao' }),
    paths.article('x'),
    `${paths.blog()}#fim`,
  ])('%s is', (path) => {
    expect(isLive(path)).toBe(true);
  });

  test.each(['/nada', '/blog/a/b', '/admins'])('%s is not', (path) => {
    expect(isLive(path)).toBe(false);
  });
});

test('an article id is read back from its address', () => {
  expect(findRoute(paths.article('a/b c')).params).toMatchObject({ id: 'a/b c' });
});

test('empty filters leave no trace in the address', () => {
  expect(paths.blog({ search: '', category: undefined })).toBe('/blog');
  expect(paths.blog({ search: 'gestão', category: 'vendas' })).toBe('/blog?busca=gest%C3%A3o&categoria=vendas');
});

test('an address that moved leads to a page that answers', () => {
  for (const { movedTo } of routes) {
    if (movedTo) expect(isLive(movedTo)).toBe(true);
  }
  expect(findRoute(paths.career).route.movedTo).toBe('/sobre#trajetoria-profissional');
});
