import { expect, test } from 'vitest';
import { countWords, toHtml } from './markup';

test.each([
  ['paragraphs', 'Um\nainda um\n\nDois', '<p>Um\nainda um</p>\n<p>Dois</p>'],
  ['headings', '## Seção', '<h2>Seção</h2>'],
  ['emphasis', '**a** *b* ~~c~~ `d`', '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>'],
  ['nested lists', '- a\n  1. b', '<ul>\n<li>a\n<ol>\n<li>b</li>\n</ol>\n</li>\n</ul>'],
  ['quotes', '> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
  ['code', '```\na < b\n```', '<pre><code>a &lt; b\n</code></pre>'],
  ['pictures', '![a](/b.png "c")', '<p><img src="/b.png" alt="a" title="c"></p>'],
  ['addresses', 'em https://a.test/b.', '<p>em <a href="https://a.test/b">https://a.test/b</a>.</p>'],
  ['words with a dot', 'notas.md e fim.Outra', '<p>notas.md e fim.Outra</p>'],
  ['script addresses', '[a](javascript:b)', '<p>[a](javascript:b)</p>'],
  ['HTML', 'Um <mark>dois</mark>', '<p>Um <mark>dois</mark></p>'],
])('Markdown becomes HTML: %s', (_name, source, html) => {
  expect(toHtml(source)).toBe(html);
});

test('a table keeps its alignment without styles', () => {
  expect(toHtml('| a | b |\n|---|:-:|\n| c | d |')).toContain('<th>a</th>\n<th align="center">b</th>');
});

test('text that is HTML stays as it is', () => {
  expect(toHtml(' <p>a *b*</p>\n  <p>c</p> ')).toBe('<p>a *b*</p>\n  <p>c</p>');
});

test('words are counted without markup', () => {
  expect(countWords('## Um\n\ndois **três** – 4 [cinco](https://a.test)')).toBe(5);
});
