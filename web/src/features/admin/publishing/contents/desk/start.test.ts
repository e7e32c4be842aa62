import { expect, test } from 'vitest';
import { initialValues } from '../form/model';
import type { Content, Draft } from '../queries';
import { startOf } from './start';

const AT = '2026-11-24T15:31:00Z';
const empty = initialValues(undefined);
const content = { version: 3, title: 'No site', changed_by: 'bia', updated_at: AT } as Content;
const draft = {
  version: 7,
  content_version: 3,
  fields: { title: 'No rascunho' },
  author_id: 'ana',
  saved_at: AT,
} as unknown as Draft;
const copy = (version: number, contentVersion: number) => ({
  id: 'c1',
  values: { ...empty, title: 'Neste navegador' },
  at: 0,
  version,
  contentVersion,
});

const names = (start: ReturnType<typeof startOf>) => [start.clash?.fields.title, start.clash?.authorId];

test('a clash at the start names the author of the other version', () => {
  expect(names(startOf(content, draft, copy(5, 3))), 'another draft').toEqual(['No rascunho', 'ana']);
  expect(names(startOf(content, undefined, copy(5, 2))), 'saved and no draft left').toEqual(['No site', 'bia']);
  expect(names(startOf(content, { ...draft, content_version: 2 }, undefined))).toEqual(['No site', 'bia']);
  expect(names(startOf({ ...content, changed_by: null }, undefined, copy(0, 2)))).toEqual(['No site', null]);
  expect(startOf(content, draft, copy(7, 3)).clash, 'the same base').toBeUndefined();
});
