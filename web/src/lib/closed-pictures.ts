/**
 * Pictures of exclusive texts and drafts. A text names them by the address that visitors use, which is refused to them;
 * who may see them sees them by a signed link.
 */
import { linkOfReader } from './signed-link';

const ADDRESS = /^\/storage\/v1\/object\/public\/contents\/([^?#]+)/;

/** Time for which a link opens its picture, in seconds, and how long it is used. */
const LINK_SECONDS = 3_600;
const USED_MS = 45 * 60_000;

/** Pixels: a text is 40 rem wide, on screens with two for each. */
const WIDTH = 1_280;

/** The key of a picture of a text that lies here; undefined for any other address. */
export function keyOfPicture(address: string, origin: string): string | undefined {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;
  const key = ADDRESS.exec(path)?.[1];
  return key && decodeURIComponent(key);
}

const links = new Map<string, { at: number; link: Promise<string | undefined> }>();

/** A link of this person to a picture; undefined where nobody is signed in, or it is closed to the person. */
export function pictureLink(key: string, width = WIDTH): Promise<string | undefined> {
  const name = `${width} ${key}`;
  const known = links.get(name);
  if (known && Date.now() - known.at < USED_MS) return known.link;
  const link = linkOfReader('contents', key, LINK_SECONDS, width);
  links.set(name, { at: Date.now(), link });
  return link;
}

// Sanitised HTML: attributes are in double quotes, with quotes inside escaped.
const IMAGE = /<img\b(?:[^>"]|"[^"]*")*>/g;
const SOURCE = /\ssrc="([^"]*)"/;

const keyIn = (image: string, origin: string): string | undefined =>
  keyOfPicture(SOURCE.exec(image)?.[1]?.replaceAll('&amp;', '&') ?? '', origin);

/** The keys of the pictures of this site in the HTML of a text. */
export const picturesIn = (html: string, origin: string): string[] => [
  ...new Set([...html.matchAll(IMAGE)].flatMap(([image]) => keyIn(image, origin) ?? [])),
];

/**
 * The HTML with links to its pictures. While they are asked for, a picture has no address; one without a link keeps
 * its own.
 */
export function withPictureLinks(
  html: string,
  origin: string,
  known: ReadonlyMap<string, string | undefined> | undefined,
): string {
  return html.replace(IMAGE, (image) => {
    const key = keyIn(image, origin);
    if (!key) return image;
    const link = known?.get(key);
    if (known && !link) return image;
    return image.replace(SOURCE, link ? ` src="${link.replaceAll('&', '&amp;').replaceAll('"', '%22')}"` : '');
  });
}
