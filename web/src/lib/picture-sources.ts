/**
 * One of our own pictures in the sizes a screen may need: the server makes them, in the best format the browser takes.
 * Pictures of other sites are left as they are.
 */

const STORED = '/storage/v1/object/public/';
const MADE = '/storage/v1/render/image/public/';

/** In pixels. The server prepares all but the smallest when a picture arrives; that one is made when first asked for. */
const WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 1920];
/** What browsers without `srcset` get. */
const USUAL_WIDTH = 960;

export interface PictureSources {
  src: string;
  srcSet: string;
}

/** `origin` is the site's own, without a slash at the end. Undefined for what is not a public file of ours. */
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

/** A picture in an article is as wide as the text; a phone's points are finer than eyes tell. */
const ARTICLE_SIZES = '(min-width: 44rem) 40rem, 60vw';

// Sanitised HTML: attributes are in double quotes, and a quote inside is written as an entity.
const IMAGE = /<img\b((?:[^>"]|"[^"]*")*)>/g;
const SOURCE = /\ssrc="([^"]*)"/;

/** An article's HTML with its pictures in the sizes a screen may need, loaded when they come near. */
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
