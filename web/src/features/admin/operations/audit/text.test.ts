import { describe, expect, test } from 'vitest';
import { midnight } from './queries';
import { differences, subjectText, valueText } from './text';

describe('what changed', () => {
  test('is listed field by field, with old and new values', () => {
    expect(differences({ title: 'A', is_published: false }, { title: 'B', is_published: true })).toEqual([
      { field: 'title', before: 'A', after: 'B' },
      { field: 'is_published', before: 'não', after: 'sim' },
    ]);
    expect(differences(null, { name: 'Nova' })).toEqual([{ field: 'name', before: undefined, after: 'Nova' }]);
    expect(differences({ name: 'Velha' }, null)).toEqual([{ field: 'name', before: 'Velha', after: undefined }]);
  });

  test('of a single value is that value', () => {
    expect(differences('10', '5')).toEqual([{ field: undefined, before: '10', after: '5' }]);
    expect(differences(null, null)).toEqual([]);
  });
});

test.each([
  [null, 'vazio'],
  [[], 'vazio'],
  [['a', 'b'], 'a, b'],
  [0, '0'],
  [true, 'sim'],
  ['false', 'não'],
  ['moderator', 'moderação'],
  ['2026-11-21T15:00:00.000000+00:00', '21/11/2026 12:00'],
  ['2026', '2026'],
])('the value %j reads %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});

test('settings are named, many rows are counted', () => {
  expect(['allow_signup', '*', 'contents/a.png'].map((subject) => subjectText(subject))).toEqual([
    'Novos cadastros permitidos',
    'Vários registros de uma vez',
    'contents/a.png',
  ]);
});

test('ids are replaced by names, or cut short', () => {
  const [known, gone] = ['0190a6b2-0000-7000-8000-000000000301', '0190a6b2-0000-7000-8000-000000000302'];
  const names = { [known]: 'Gestão', '6': 'fórum' };
  expect(subjectText(known, names)).toBe('Gestão');
  expect(subjectText(`6/${gone}`, names)).toBe('fórum, 0190a6b2…');
  expect(differences({ category_id: gone, channel_id: '6' }, { category_id: known, sort_order: 6 }, names)).toEqual([
    { field: 'category_id', before: '0190a6b2…', after: 'Gestão' },
    { field: 'channel_id', before: 'fórum', after: 'vazio' },
    { field: 'sort_order', before: 'vazio', after: '6' },
  ]);
});

test('a day begins at midnight in São Paulo', () => {
  expect([midnight('2026-11-21'), midnight('2026-11-21', 1), midnight(''), midnight('ontem')]).toEqual([
    '2026-11-21T03:00:00.000Z',
    '2026-11-22T03:00:00.000Z',
    null,
    null,
  ]);
});
