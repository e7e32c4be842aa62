/** Addresses of the pictures of posts and comments. */

export const PICTURES_BUCKET = 'community';
/** Path under which a text names a picture. The rest is the picture's key. */
export const PICTURES_PATH = `/storage/v1/object/authenticated/${PICTURES_BUCKET}/`;

/** Returns the key of the first picture that a Markdown text shows, or an empty list if it shows none. */
export function firstPicture(markdown: string): string[] {
  const [, rest] = markdown.split(`](${PICTURES_PATH}`, 2);
  const key = /^[^\s)]+/.exec(rest ?? '')?.[0];
  return key ? [key] : [];
}
