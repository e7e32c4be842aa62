import { expect, test } from 'vitest';
import { asRead } from './as-read';

const BODY = '<p>Olá, {nome|leitor}. {plano| gratuito } {a b} {nome}</p>';

test('a letter shows the defaults of its fields', () => {
  const shown = asRead({ content_type: 'letter', body: BODY, open_body: null });
  expect(shown).toEqual({
    content_type: 'letter',
    body: '<p>Olá, leitor. gratuito {a b} {nome}</p>',
    open_body: null,
  });
});

test('braces in other contents are text', () => {
  const article = { content_type: 'article', body: BODY, open_body: BODY } as const;
  expect(asRead(article)).toBe(article);
});
