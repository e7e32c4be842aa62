import { expect, test } from 'vitest';
import { newBehind, unreadOf } from './unread';

test('topics of the forum are counted apart from posts of the channels', () => {
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

test('nothing is new before the counts are known', () => {
  expect(unreadOf(undefined)).toEqual({ community: 0, forum: 0 });
});
