import { expect, test } from 'vitest';
import { keyOfPicture, picturesIn, withPictureLinks } from './closed-pictures';

const SITE = 'https://casa.test';
const PATH = '/storage/v1/object/public/contents';

test.each([
  [`${PATH}/pictures/1-2.webp`, 'pictures/1-2.webp'],
  [`${SITE}${PATH}/pictures/a%20b.png?x`, 'pictures/a b.png'],
  [`https://outro.test${PATH}/pictures/1.webp`, undefined],
  ['/storage/v1/object/public/avatars/a/1.webp', undefined],
  ['data:image/png;base64,AAAA', undefined],
])('the key of %s', (address, key) => {
  expect(keyOfPicture(address, SITE)).toBe(key);
});

const HTML = `<p>a</p><img alt="x > y" src="${PATH}/pictures/1.webp" width="10"><img src="https://outro.test/a.png"><img src="${SITE}${PATH}/pictures/2.webp">`;

test('pictures with a link get it; others keep their address', () => {
  expect(picturesIn(HTML, SITE)).toEqual(['pictures/1.webp', 'pictures/2.webp']);
  const links = new Map([['pictures/1.webp', '/sign/1?token=a&b']]);
  expect(withPictureLinks(HTML, SITE, links)).toBe(
    `<p>a</p><img alt="x > y" src="/sign/1?token=a&amp;b" width="10"><img src="https://outro.test/a.png"><img src="${SITE}${PATH}/pictures/2.webp">`,
  );
});

test('a picture has no address while its link is asked for', () => {
  expect(withPictureLinks(HTML, SITE, undefined)).toBe(
    '<p>a</p><img alt="x > y" width="10"><img src="https://outro.test/a.png"><img>',
  );
});
