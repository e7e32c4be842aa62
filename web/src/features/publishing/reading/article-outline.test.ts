import { expect, test } from 'vitest';
import { outlineArticle } from './article-outline';

test('each second-level heading becomes a place to link to', () => {
  const { html, outline } = outlineArticle(
    '<p>a</p><h2>Uma <em>página</em> &amp; meia</h2><h3>não</h3><h2 class="x">Fim</h2>',
  );
  expect(outline).toEqual([
    { id: 'uma-pagina-meia', title: 'Uma página & meia' },
    { id: 'fim', title: 'Fim' },
  ]);
  expect(html).toContain('<h2 id="uma-pagina-meia"><a href="#uma-pagina-meia">Uma <em>página</em> &amp; meia</a></h2>');
  expect(html).toContain('<h2 class="x" id="fim"><a href="#fim">Fim</a></h2>');
});

test('equal headings get different ids, own ids are replaced', () => {
  const { html, outline } = outlineArticle('<h2 id="root">Passo</h2><h2>Passo</h2><h2>!</h2>');
  expect(outline.map((entry) => entry.id)).toEqual(['passo', 'passo-2', 'parte']);
  expect(html).not.toContain('root');
});

test('a heading that holds a link stays as it is', () => {
  const { html } = outlineArticle('<h2>Leia <a href="/blog">o blog</a></h2>');
  expect(html).toBe('<h2 id="leia-o-blog">Leia <a href="/blog">o blog</a></h2>');
});

test('text without blocks is parted into paragraphs', () => {
  expect(outlineArticle('Uma linha\noutra\n\nSegundo <b>parágrafo</b>').html).toBe(
    '<p>Uma linha<br>outra</p>\n<p>Segundo <b>parágrafo</b></p>',
  );
  expect(outlineArticle('').html).toBe('');
});
