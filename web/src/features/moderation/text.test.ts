import { expect, test } from 'vitest';
import { durationText, KEYS, keysFor, originText } from './text';

test.each([
  [null, '–'],
  [5, '1 min'],
  [59 * 60, '59 min'],
  [3 * 3600, '3 h'],
  [50 * 3600, '2 dias'],
])('%s seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test('a case shows its reports or its broken rule', () => {
  expect(originText({ origin: 'reports', reports_count: 1 })).toBe('1 denúncia');
  expect(originText({ origin: 'words', reports_count: 0 })).toBe('Palavra da lista');
  expect(originText({ origin: 'words', reports_count: 2 })).toBe('2 denúncias');
});

test('only possible decisions are offered', () => {
  const offered = (...of: Parameters<typeof keysFor>) =>
    keysFor(...of)
      .map(({ key }) => key)
      .join('');
  const none = { subject_id: 'a', post_id: null, comment_id: null, profile_id: null };
  expect(offered({ ...none, post_id: 'p' })).toBe('mofaseb');
  expect(offered({ ...none, post_id: 'p', comment_id: 'c' })).toBe('moaseb');
  expect(offered({ ...none, profile_id: 'a' })).toBe('mpasb');
  expect(offered({ ...none, subject_id: null })).toBe('m');
});

test('deleting and banning are marked as destructive', () => {
  const marked = KEYS.flatMap(({ isDestructive, decision }) => (isDestructive ? [decision] : []));
  expect(marked).toEqual(['delete', 'ban']);
});
