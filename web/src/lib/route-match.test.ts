import { expect, test } from 'vitest';
import { bestMatch, matchPath } from './route-match';

test('a pattern gives back what the address has in its open places', () => {
  expect(matchPath('/blog/:id', '/blog/a%2Fb%20c')).toEqual({ id: 'a/b c' });
  expect(matchPath('/a/:one/b/:two', '/a/1/b/2')).toEqual({ one: '1', two: '2' });
  expect(matchPath('/', '/')).toEqual({});
});

test('capitals, slashes at the end and broken escapes do no harm', () => {
  expect(matchPath('/sobre', '/Sobre/')).toEqual({});
  expect(matchPath('/blog/:id', '/blog/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
});

test.each(['/blog', '/blog/a/b', '/blogs/a', '/'])('%s does not fit a longer, shorter or other pattern', (path) => {
  expect(matchPath('/blog/:id', path)).toBeUndefined();
});

test('the pattern that says more wins, wherever it stands', () => {
  const routes = [{ path: '/conteudos/:id' }, { path: '/conteudos/videos' }];
  expect(bestMatch(routes, '/conteudos/videos')?.route.path).toBe('/conteudos/videos');
  expect(bestMatch(routes, '/conteudos/outro')).toEqual({ route: { path: '/conteudos/:id' }, params: { id: 'outro' } });
  expect(bestMatch(routes, '/nada')).toBeUndefined();
});
