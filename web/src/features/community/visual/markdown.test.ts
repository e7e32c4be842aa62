import type { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { documentOf, holds, schema } from './read';
import { markdownOf } from './write';

const MENTION = '[@Rui Conceição](/membros/membro/0190a000-0000-7000-8000-000000000002)';
const PICTURE = '![O quadro](/storage/v1/object/authenticated/community/1/a-20x10.webp)';

const KEPT = [
  '',
  'Um texto.',
  'Uma linha\noutra linha',
  '**forte** e *leve* e ~~fora~~ e `código`',
  '***os dois***',
  '**`código forte`**',
  '# Título\n\ntexto\n\n### Outro',
  '- um\n- dois\n  - dentro\n- três',
  '- um\n\n- dois',
  '3. três\n4. quatro',
  '> citado\n>\n> - lista',
  '````js\nconst a = `b`;\n\n  ```\n````',
  '```\n```',
  'antes\n\n---\n\ndepois',
  '[aqui](https://a.example/x?a=1&b=2 "título")',
  '<https://a.example/um_dois_>',
  'https://a.example/um_dois',
  `Pergunto a ${MENTION}, e **${MENTION}**.`,
  `${PICTURE}\n\nentre\n${PICTURE}`,
  '![Enviando foto_1.png…](#envio-0190a000)',
  '\\# nada, 1\\. nada e \\*nada\\*',
  '&copy; e &amp;amp;',
  'fim\\\n\\\ndepois de uma linha vazia',
];

test.each(KEPT)('%j is held, and written alike', (markdown) => {
  expect(holds(markdown)).toBe(true);
  const written = markdownOf(documentOf(markdown));
  expect(documentOf(written).toJSON()).toEqual(documentOf(markdown).toJSON());
});

test.each([
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'um <b>dois</b>',
  '<div>\n\n**um**\n\n</div>',
  'um ~dois~',
  '[um][nota]\n\n[nota]: https://a.example',
  '[sozinha]: https://a.example',
  '- # título em lista',
])('%j stays in the Markdown field', (markdown) => {
  expect(holds(markdown)).toBe(false);
});

test.each([
  ['- um\n- dois', '- um\n- dois'],
  [`Oi, ${MENTION} `, `Oi, ${MENTION}`],
  ['<https://a.example>', '<https://a.example>'],
  ['a\nb', 'a\nb'],
  ['* um\n* dois', '- um\n- dois'],
])('%j is written as %j', (markdown, expected) => {
  expect(markdownOf(documentOf(markdown))).toBe(expected);
});

/** The same numbers at each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = [
  'um', 'dois', ' ', ' ', ' ', '*', '**', '_', '`', '~', '~~', '#', '1.', '2)', '-', '+', '>', '|', '[', ']', '(', ')', '!',
  '"', ':', '---', '===', '<b>', '<https://a.example>', '&amp;', '&', '\\', 'https://a.example/a_b_', 'é', '…', '@', ':-', 'a_b',
]; // biome-ignore format: a list of words

const SIGNS = ['bold', 'italic', 'strike', 'code'];

function randomDocument(pick: (below: number) => number): Node {
  const choose = <T>(values: readonly T[]): T => values[pick(values.length)] as T;
  const text = () => Array.from({ length: 1 + pick(4) }, () => choose(WORDS)).join('');
  const inline = (): Node => {
    const kind = pick(12);
    if (kind === 0) return schema.node('hardBreak');
    if (kind === 1) return schema.node('mention', { id: '0190a000', label: choose(['Rui', 'Ana [x]', 'J*o*']) });
    if (kind === 2)
      return schema.node('image', { src: '/storage/v1/object/a.png', alt: choose(['um', 'um [dois]', 'a*b*']) });
    const chosen = SIGNS.filter(() => pick(4) === 0).map((name) => schema.mark(name));
    if (pick(6) === 0)
      chosen.push(schema.mark('link', { href: choose(['https://a.example', '/a (b)', 'x*y*']), title: null }));
    return schema.text(text(), chosen);
  };
  const paragraph = (): Node =>
    schema.node('paragraph', null, [schema.text('a'), ...Array.from({ length: pick(5) }, inline), schema.text('z')]);
  const block = (depth: number): Node => {
    const kind = pick(depth > 2 ? 3 : 8);
    const blocks = () => [paragraph(), ...Array.from({ length: pick(3) }, () => block(depth + 1))];
    const items = () => Array.from({ length: 1 + pick(3) }, () => schema.node('listItem', null, blocks()));
    if (kind === 1)
      return schema.node('codeBlock', { language: choose([null, 'js']) }, schema.text(`x${text()}\n\n  y${text()}y`));
    if (kind === 2) return schema.node('horizontalRule');
    if (kind === 3) return schema.node('blockquote', null, blocks());
    if (kind === 4) return schema.node('bulletList', { tight: false }, items());
    if (kind === 5) return schema.node('orderedList', { tight: false, start: 1 + pick(20) }, items());
    if (kind === 6) return schema.node('heading', { level: 1 + pick(6) }, schema.text(`t${text()}t`));
    return paragraph();
  };
  return schema.node('doc', null, [paragraph(), ...Array.from({ length: pick(5) }, () => block(0)), paragraph()]);
}

/** Spaces beside marks move out of them, and spaces around lines go. */
function essence(node: Node): string {
  const parts: string[] = [];
  node.descendants((child, _, parent) => {
    if (child.isText) parts.push(child.text ?? '');
    else parts.push(`<${child.type.name} ${child.isInline ? JSON.stringify(child.attrs) : ''}>`);
    return parent !== null;
  });
  return parts
    .join('')
    .replace(/ *<hardBreak \{\}> */g, '\n')
    .replace(/ +(?=<)|(?<=>) +/g, ' ');
}

test('no written text loses a letter or a block', () => {
  for (let seed = 1; seed <= 1_000; seed++) {
    const document = randomDocument(random(seed));
    document.check();
    const written = markdownOf(document);
    expect(essence(documentOf(written)), `seed ${seed}: ${written}`).toBe(essence(document));
  }
});
