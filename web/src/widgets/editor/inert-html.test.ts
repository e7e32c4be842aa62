import { expect, test } from 'vitest';
import { inertHtml } from './inert-html';

test.each([
  ['<p style="color:red">Um</p>', '<p data-inert-style="color:red">Um</p>'],
  ["<P\nSTYLE = 'a>b' onclick=x()>Um", "<P\ndata-inert-STYLE = 'a>b' data-inert-onclick=x()>Um"],
  ['<b id="x"style="a"title=don\'t style=b>', '<b id="x" data-inert-style="a"title=don\'t data-inert-style=b>'],
  ['<p/style=a/><br style>', '<p/data-inert-style=a/><br data-inert-style>'],
  ['<a title=\'style="a"\' href="?style=b">style="c"</a>', undefined],
  ['<!-- > <b style="a"> --><i>1 < 2</i> <3 style="a">', undefined],
  ['<p data-style="a" once="b" styled>', '<p data-style="a" data-inert-once="b" styled>'],
])('%s', (html, inert = html) => {
  expect(inertHtml(html)).toBe(inert);
});

test('a long unclosed tag takes no longer than its length', () => {
  const html = `<p ${'a = '.repeat(100_000)}`;
  expect(inertHtml(html)).toBe(html);
});
