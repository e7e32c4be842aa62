/**
 * One of the site's pictures in the sizes a screen may need: the server makes them in the best format the browser accepts.
 * External pictures are left as they are.
 */

const STORED = '/storage/v1/object/public/';
const MADE = '/storage/v1/render/image/public/';

/** Widths in pixels. The server prepares all but the smallest when a picture is uploaded; that one on request. */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 1920];
/** Width for browsers without `srcset`. */
const USUAL_WIDTH = 960;

export interface PictureSources {
  src: string;
  srcSet: string;
}

/** `origin` is the site's own, without a slash at the end. Undefined for anything but a public file of this site. */
export function pictureSources(address: string, origin: string): PictureSources | undefined {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  // Spaces would end an address in a `srcset`.
  const file = /^([^?#\s]+)(?:[?#].*)?$/.exec(path)?.[1];
  if (!file?.startsWith(STORED)) return undefined;
  const made = MADE + file.slice(STORED.length);
  return {
    src: `${made}?width=${USUAL_WIDTH}`,
    srcSet: WIDTHS.map((width) => `${made}?width=${width} ${width}w`).join(', '),
  };
}

/** A picture in an article is as wide as the text. */
const ARTICLE_SIZES = '(min-width: 44rem) 40rem, 90vw';

// Sanitised HTML: attributes are in double quotes, with quotes inside escaped.
const IMAGE = /<img\b((?:[^>"]|"[^"]*")*)>/g;
const SOURCE = /\ssrc="([^"]*)"/;

/** An article's HTML with its pictures in the sizes a screen may need, loaded lazily. */
export function withResponsivePictures(html: string, origin: string): string {
  return html.replace(IMAGE, (_whole, written: string) => {
    const address = SOURCE.exec(written)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const sources = pictureSources(address, origin);
    const responsive = sources
      ? `${written.replace(SOURCE, '')} src="${sources.src}" srcset="${sources.srcSet}" sizes="${ARTICLE_SIZES}"`
      : written;
    return `<img${withDefault(withDefault(responsive, 'loading', 'lazy'), 'decoding', 'async')}>`;
  });
}

function withDefault(attributes: string, name: string, value: string): string {
  return attributes.includes(` ${name}="`) ? attributes : `${attributes} ${name}="${value}"`;
}
