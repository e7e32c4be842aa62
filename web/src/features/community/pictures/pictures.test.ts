import { expect, test } from 'vitest';
import {
  fitted,
  keysIn,
  PICTURES_PATH,
  pictureMarkdown,
  placeholderOf,
  storedPicture,
  withLinks,
  withoutPlaceholders,
  withPicture,
} from './pictures';

const html = `<p><img src="${PICTURES_PATH}1/a-800x600.webp" alt="Um"> <img src="/outra.png" alt="Dois"></p>`;

test('pictures of a text get their links and their size', () => {
  expect(keysIn(html)).toEqual(['1/a-800x600.webp']);
  const waiting = withLinks(html, undefined);
  expect(waiting).toContain('<img width="800" height="600" loading="lazy" decoding="async" alt="Um">');
  const shown = withLinks(html, new Map([['1/a-800x600.webp', 'https://a.example/x?token=1&b="']]));
  expect(shown).toContain('<img src="https://a.example/x?token=1&amp;b=%22" width="800"');
  expect(shown).toContain('<img src="/outra.png" alt="Dois">');
});

test('a picture is made smaller, never larger', () => {
  expect(fitted({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 });
  expect(fitted({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
  expect(fitted({ width: 9000, height: 1 })).toEqual({ width: 1920, height: 1 });
});

test('placeholders do not leave the form', () => {
  const text = `Antes ${pictureMarkdown(placeholderOf('um', 'foto [1].jpg'))} depois`;
  expect(withoutPlaceholders(text)).toBe('Antes  depois');
  expect(pictureMarkdown(storedPicture('1/a.webp', 'Um [gráfico]'))).toBe(`![Um  gráfico](${PICTURES_PATH}1/a.webp)`);
});

test('a stored picture takes the place of its placeholder', () => {
  const [one, two] = [placeholderOf('um', 'a_b.jpg'), placeholderOf('dois', 'c.jpg')];
  // The visual editor writes underscores with a backslash.
  const text = `${pictureMarkdown(one).replace('_', '\\_')}\n${pictureMarkdown(two)}`;
  const stored = storedPicture('1/a.webp', 'Um');
  expect(withPicture(text, one.src, stored)).toBe(`${pictureMarkdown(stored)}\n${pictureMarkdown(two)}`);
  expect(withPicture(text, two.src, null)).toBe(text.slice(0, text.indexOf('\n') + 1));
  expect(withPicture(text, '#envio-outro', null)).toBe(text);
});
