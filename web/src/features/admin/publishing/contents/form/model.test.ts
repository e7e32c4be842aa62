import { describe, expect, test } from 'vitest';
import { INCOMPLETE_TIME } from '@/lib/local-time';
import type { Content } from '../queries';
import { type FormValues, formSchema, initialValues, toRow } from './model';
import { refusedValues } from './refusal';

const article: FormValues = { ...initialValues(undefined), title: 'Um título', category_id: 'c1', body: 'Texto.' };

function complaints(values: FormValues, editing = false): string[] {
  const result = formSchema(editing).safeParse(values);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('the content form', () => {
  test('a new content is a draft article for all readers', () => {
    const { content_type, read_time, is_published, is_member_only } = initialValues(undefined);
    expect({ content_type, read_time, is_published, is_member_only }).toEqual({
      content_type: 'article',
      read_time: '',
      is_published: false,
      is_member_only: false,
    });
  });

  test.each([
    ['a complete article', article, []],
    ['a blank title', { ...article, title: '   ' }, ['title']],
    ['no category', { ...article, category_id: '' }, ['category_id']],
    ['an article without text', { ...article, body: ' \n' }, ['body']],
    ['a video without a file', { ...article, content_type: 'video', body: '' }, ['file_url']],
    ['a video with its file', { ...article, content_type: 'video', file_url: '/v.mp4' }, []],
    ['a link without protocol', { ...article, content_type: 'link', external_link: 'exemplo.com' }, ['external_link']],
    ['a link that acts', { ...article, content_type: 'link', external_link: 'javascript:alert(1)' }, ['external_link']],
    ['a link', { ...article, content_type: 'link', external_link: 'https://exemplo.com.br' }, []],
    ['times one after the other', { ...article, publish_at: at(1), visible_from: at(2), unpublish_at: at(3) }, []],
    ['a time that is past', { ...article, visible_from: at(-1) }, ['visible_from']],
    ['a time typed in part', { ...article, unpublish_at: INCOMPLETE_TIME }, ['unpublish_at']],
    ['an opening before the publication', { ...article, publish_at: at(2), visible_from: at(1) }, ['visible_from']],
    ['an end before the opening', { ...article, visible_from: at(2), unpublish_at: at(1) }, ['unpublish_at']],
    ['a title too long', { ...article, title: 'a'.repeat(301) }, ['title']],
  ] satisfies [string, FormValues, string[]][])('%s', (_name, values, expected) => {
    expect(complaints(values)).toEqual(expected);
  });

  test('an existing content keeps the file it has', () => {
    expect(complaints({ ...article, content_type: 'pdf' }, true)).toEqual([]);
  });
});

describe('the saved row', () => {
  test('Markdown becomes HTML; empty values become null', () => {
    const row = toRow({ ...article, body: '## Parte\n\nTexto *forte*.', read_time: '' }, undefined, true);
    expect(row.body).toBe('<h2>Parte</h2>\n<p>Texto <em>forte</em>.</p>');
    expect(row).toMatchObject({ read_time: null, description: null, thumbnail_url: null, file_url: null });
  });

  test('HTML stays as it was written, indented as it may be', () => {
    const html = '<section>\n\n    <p>Um</p>\n</section>';
    expect(toRow({ ...article, body: html }, undefined, true).body).toBe(html);
  });

  test('another type empties the file of the former one', () => {
    const video = { id: '1', content_type: 'video', file_url: '/v.mp4', body: '<p>Notas</p>' } as Content;
    const kept = toRow({ ...article, content_type: 'video', file_url: '/v.mp4', body: '<p>Notas</p>' }, video, true);
    expect(kept).toMatchObject({ body: '<p>Notas</p>', file_url: '/v.mp4' });
    const asLink = toRow({ ...article, content_type: 'link', external_link: 'https://a.example' }, video, true);
    expect(asLink).toMatchObject({ file_url: null, external_link: 'https://a.example' });
  });
});

test('without publishing rights a row has no publishing columns', () => {
  const values = { ...article, is_published: true, publish_at: '2030-01-01T00:00:00.000Z' };
  const row = toRow(values, undefined, false);
  for (const column of ['is_published', 'publish_at', 'unpublish_at']) expect(row).not.toHaveProperty(column);
  expect(toRow(values, undefined, true)).toMatchObject({ is_published: true, publish_at: null });
});

describe('where a refusal belongs', () => {
  test('refusals go to their field, a lost category to the choice', () => {
    const check = (name: string) => ({ code: '23514', message: `violates check constraint "contents_${name}_check"` });
    expect(refusedValues(check('read_time'))[0]?.field).toBe('read_time');
    expect(refusedValues({ code: '23503', message: '' })[0]?.field).toBe('category_id');
    expect(refusedValues({ code: 'XX000', message: 'boom' })[0]?.field).toBe('root');
  });
});
