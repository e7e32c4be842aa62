import { expect, test } from 'vitest';
import { newBehind, unreadOf } from './unread';

test('forum topics and channel posts are counted separately', () => {
  const unread = unreadOf(
    new Map([
      ['1', 2],
      ['3', 5],
      ['6', 4],
    ]),
  );
  expect(unread).toEqual({ community: 7, forum: 4 });
  const paths = ['/membros/comunidade', '/membros/forum', '/membros/perfil'];
  expect(paths.map((path) => newBehind(path, unread))).toEqual([7, 4, 0]);
});

test('unread counts are zero until loaded', () => {
  expect(unreadOf(undefined)).toEqual({ community: 0, forum: 0 });
});
