import { expect, test } from 'vitest';
import { isEmail } from './email';

test.each([
  'a@b.co',
  'ana.souza+x@exemplo.com.br',
  'jose@ação.com',
  'ana@ac\u0327a\u0303o.com',
  '\u200bana@b.co\u2060',
])('%s is plausible', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  ...['', 'a', 'a@', '@b.co', 'a@b', 'a b@c.co', 'a@b..co', 'a@@b.co', 'a@-b.co', 'a@b-.co', 'a,b@c.co', '<a@b.co>'],
  ...['josé@ação.com', 'ana..b@exemplo.test', '.ana@b.co', 'ana.@b.co', '\u200b@b.co'],
  ...['a@b.co\u0000', 'a@b.co\r\nBcc: x@y.z', `${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(260)}.co`],
])('%j is not', (text) => {
  expect(isEmail(text)).toBe(false);
});
