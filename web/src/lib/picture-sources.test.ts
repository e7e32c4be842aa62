import { expect, test } from 'vitest';
import { pictureSources, withResponsivePictures } from './picture-sources';

const ORIGIN = 'https://ateneu.example';
const STORED = '/storage/v1/object/public/contents/thumbnails/a%20b.png';
const MADE = '/storage/v1/render/image/public/contents/thumbnails/a%20b.png';

test('a stored picture is offered in every prepared width', () => {
  for (const address of [STORED, ORIGIN + STORED, `${STORED}?download`, `${STORED}#x`]) {
    const sources = pictureSources(address, ORIGIN);
    expect(sources?.src).toBe(`${MADE}?width=960`);
    expect(sources?.srcSet.split(', ')).toEqual(
      [160, 320, 480, 640, 960, 1280, 1600, 1920].map((width) => `${MADE}?width=${width} ${width}w`),
    );
  }
});

test('addresses outside the public files have no sources', () => {
  for (const address of [
    '',
    '/a.png',
    'https://elsewhere.example/a.png',
    `https://elsewhere.example${STORED}`,
    `${ORIGIN}.evil.example${STORED}`,
    `/storage/v1/object/sign/contents/a.png?token=x`,
    '/storage/v1/object/public/contents/a b.png',
  ]) {
    expect(pictureSources(address, ORIGIN), address).toBeUndefined();
  }
});

test('stored pictures become responsive; the text is unchanged', () => {
  const html = withResponsivePictures(
    `<p>a &lt;img src="x"&gt;</p><img src="${ORIGIN}${STORED}" alt="um &gt; dois" width="800" height="500">`,
    ORIGIN,
  );
  expect(html).toContain('<p>a &lt;img src="x"&gt;</p>');
  expect(html).toContain('alt="um &gt; dois" width="800" height="500"');
  expect(html).toContain(`src="${MADE}?width=960"`);
  expect(html).toContain(`${MADE}?width=1920 1920w"`);
  expect(html).toContain('loading="lazy" decoding="async"');
  expect(html).not.toContain('/object/public/');
});

test('pictures of other sites keep their address', () => {
  expect(withResponsivePictures('<img src="https://a.example/b.png?c=1&amp;d=2" loading="eager">', ORIGIN)).toBe(
    '<img src="https://a.example/b.png?c=1&amp;d=2" loading="eager" decoding="async">',
  );
});
