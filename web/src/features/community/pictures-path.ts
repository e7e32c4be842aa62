/** Where the pictures of posts and comments are. */

export const PICTURES_BUCKET = 'community';
/** Where a text names a picture; the rest is its key. */
export const PICTURES_PATH = `/storage/v1/object/authenticated/${PICTURES_BUCKET}/`;

/** The key of the first picture that a Markdown text shows; none where it shows none. */
export function firstPicture(markdown: string): string[] {
  const [, rest] = markdown.split(`](${PICTURES_PATH}`, 2);
  const key = /^[^\s)]+/.exec(rest ?? '')?.[0];
  return key ? [key] : [];
}
