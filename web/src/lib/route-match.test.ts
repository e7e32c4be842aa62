import { expect, test } from 'vitest';
import { bestMatch, matchPath } from './route-match';
import { cases, patterns } from './route-match.cases.json';

test('a pattern returns the values of its placeholders', () => {
  expect(matchPath('/blog/:id', '/blog/a%2Fb%20c')).toEqual({ id: 'a/b c' });
  expect(matchPath('/a/:one/b/:two', '/a/1/b/2')).toEqual({ one: '1', two: '2' });
  expect(matchPath('/', '/')).toEqual({});
});

test('capitals, slashes at the end and broken escapes do no harm', () => {
  expect(matchPath('/sobre', '/Sobre/')).toEqual({});
  expect(matchPath('/blog/:id', '/blog/%E0%A4%A')).toEqual({ id: '%E0%A4%A' });
});

// The server's table (crates/pages/src/routes.rs) passes the same cases.
test.each(cases)('%s is found at %s', (path, pattern) => {
  const routes = patterns.map((path) => ({ path }));
  expect(bestMatch(routes, path ?? '')?.route.path ?? null).toBe(pattern);
});
