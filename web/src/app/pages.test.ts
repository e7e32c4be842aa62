import { describe, expect, test } from 'vitest';
import { findPage, isLive, notFoundPage, type Page, pages, paths } from './pages';

test('every page has its file in routes/', () => {
  const modules = Object.keys(import.meta.glob('../routes/*/*.tsx'));
  const files = [...Object.values(pages), notFoundPage].map(({ file }) => `../routes/${file}.tsx`);
  expect(files.sort()).toEqual(modules.sort());
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
  expect(findPage(paths.article('a/b c')).params).toMatchObject({ id: 'a/b c' });
});

test('empty filters leave no trace in the address', () => {
  expect(paths.blog({ search: '', category: undefined })).toBe('/blog');
  expect(paths.blog({ search: 'gestão', category: 'vendas' })).toBe('/blog?busca=gest%C3%A3o&categoria=vendas');
});

test('an address that moved leads to a page that answers', () => {
  for (const { movedTo } of Object.values<Page>(pages)) {
    if (movedTo) expect(isLive(movedTo)).toBe(true);
  }
  expect(findPage(paths.career).page.movedTo).toBe('/sobre#trajetoria-profissional');
});
