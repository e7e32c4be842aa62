import { describe, expect, test } from 'vitest';
import { type Mentioned, midnight, type Names } from './queries';
import { differences, fieldName, subjectsOf } from './text';
import { valueText } from './values';

describe('a change', () => {
  test('is listed field by field, with old and new values', () => {
    expect(differences({ title: 'A', is_published: false }, { title: 'B', is_published: true })).toEqual([
      { field: 'title', before: 'A', after: 'B' },
      { field: 'is_published', before: 'não', after: 'sim' },
    ]);
    expect(differences(null, { id: '1', name: 'Nova' })).toEqual([{ field: 'name', before: undefined, after: 'Nova' }]);
    expect(differences({ name: 'Velha' }, null)).toEqual([{ field: 'name', before: 'Velha', after: undefined }]);
  });

  test('is named in Portuguese', () => {
    expect(['is_ordered', 'certificate_months', 'expires_at', 'active'].map(fieldName)).toEqual([
      'em ordem',
      'validade do certificado, em meses',
      'até',
      'ativo',
    ]);
    expect(differences({ status: 'new' }, { status: 'answered' })).toEqual([
      { field: 'status', before: 'sem resposta', after: 'respondida' },
    ]);
  });

  test('is shown as its value where it is a single one', () => {
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
  ['hide', 'ocultado'],
  ['silence', 'silenciado'],
  ['2026-11-21T15:00:00.000000+00:00', '21/11/2026 12:00'],
  ['2026', '2026'],
])('the value %j reads %s', (value, text) => {
  expect(valueText(value)).toBe(text);
});

const about = (subject: string, names: Names = {}, action = 'update-contents') =>
  subjectsOf({ action, subject, person: null }, names);

const row = (table: string, name: string | null, more: Partial<Mentioned> = {}): Mentioned => ({
  table,
  name,
  person: null,
  gone: false,
  ...more,
});

test('settings are named, many rows are counted', () => {
  expect(['allow_signup', '*', 'contents/a.png'].map((subject) => about(subject).map(({ text }) => text))).toEqual([
    ['Novos cadastros permitidos'],
    ['Vários registros de uma vez'],
    ['contents/a.png'],
  ]);
});

const [known, gone] = ['0190a6b2-0000-7000-8000-000000000301', '0190a6b2-0000-7000-8000-000000000302'];
const names = {
  [known]: row('contents', 'A pauta'),
  [gone]: row('contents', 'Velha', { gone: true }),
  '6': row('channels', 'fórum'),
};

test('the subject of an entry has its name and a link', () => {
  expect(about(known, names)).toEqual([{ id: known, text: 'A pauta', href: `/admin/conteudos/${known}`, gone: false }]);
  expect(about(`6/${gone}`, names).map(({ text, href }) => [text, href])).toEqual([
    ['fórum', '/membros/comunidade?canal=6'],
    ['Velha', undefined],
  ]);
  const subscription = { [known]: row('subscribers', 'Ana', { person: gone }) };
  expect(about(known, subscription)[0]?.href).toBe(`/admin/membros/${gone}`);
  const person = { id: known, name: 'Ana' };
  expect(subjectsOf({ action: 'ban-person', subject: known, person })[0]?.href).toBe(`/admin/pessoas/${known}`);
  expect(about(known)[0]?.text, 'nothing is known of it').toBe('0190a6b2…');
});

test('a deleted subject is marked, except in its own deletion', () => {
  expect(about(gone, names)).toEqual([{ id: gone, text: 'Velha', href: undefined, gone: true }]);
  expect(about(gone, names, 'delete-contents')[0]?.gone).toBe(false);
  const nameless = (table: string) => about(gone, { [gone]: row(table, null, { gone: true }) }, 'ban-person')[0];
  expect([nameless('users'), nameless('community_comments')]).toEqual([
    { id: gone, text: 'Conta removida', href: undefined, gone: false },
    { id: gone, text: 'Registro removido', href: undefined, gone: false },
  ]);
});

test('fields with ids show the names of their rows', () => {
  expect(differences({ category_id: gone, channel_id: '6' }, { category_id: known, sort_order: 6 }, names)).toEqual([
    { field: 'category_id', before: 'Velha (não existe mais)', after: 'A pauta' },
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
