/**
 * Pictures in texts: made small and free of metadata in the browser, stored in their channel's folder, shown by
 * links.
 */
import { queryOptions } from '@tanstack/react-query';
import { ask } from '@/lib/backend';
import { PICTURES_BUCKET, PICTURES_PATH } from './pictures-path';

export { PICTURES_BUCKET, PICTURES_PATH };

/** The longer side of a stored picture, in pixels. */
const MAX_SIDE = 1_920;
/** The server's limit in bytes. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_MEGAPIXELS = 40;
const QUALITIES = [0.85, 0.7, 0.5];

export const ACCEPTED = 'image/png,image/jpeg,image/webp,image/avif,image/gif';

export interface Prepared {
  picture: Blob;
  width: number;
  height: number;
}

/** Reason why a picture is not taken, as text for the person. */
export class PictureRefused extends Error {}

/** The picture drawn anew: upright, at most 1,920 px, without where and when it was taken. */
export async function prepare(file: Blob): Promise<Prepared> {
  const drawn = await createImageBitmap(file).catch(() => {
    throw new PictureRefused('A imagem não pôde ser lida. Escolha um arquivo PNG, JPEG ou WebP.');
  });
  if (drawn.width * drawn.height > MAX_MEGAPIXELS * 1_000_000) {
    throw new PictureRefused(`A imagem tem mais de ${MAX_MEGAPIXELS} megapixels. Escolha uma menor.`);
  }
  const { width, height } = fitted(drawn);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, width, height);
  drawn.close();
  for (const quality of QUALITIES) {
    const picture = await encoded(canvas, quality);
    if (picture && picture.size <= MAX_FILE_BYTES) return { picture, width, height };
  }
  throw new PictureRefused('A imagem continua com mais de 4 MB. Escolha uma menor.');
}

/** The size in which a picture is stored. */
export function fitted({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** WebP, or JPEG where the browser does not write WebP. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const to = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  const webp = await to('image/webp');
  return webp?.type === 'image/webp' ? webp : to('image/jpeg');
}

/** A new key: it begins with the channel, and holds the size so that pages keep the place. */
export function newKey(channel: string, { picture, width, height }: Prepared): string {
  const extension = picture.type === 'image/webp' ? 'webp' : 'jpg';
  return `${channel}/${crypto.randomUUID()}-${width}x${height}.${extension}`;
}

const plain = (words: string) => words.replace(/[[\]\\\n]/g, ' ').trim();

/** A picture as a text names it. */
export interface NamedPicture {
  src: string;
  alt: string;
}

export const storedPicture = (key: string, alt: string): NamedPicture => ({
  src: PICTURES_PATH + key,
  alt: plain(alt),
});

/** Stands in the text until the picture is stored. */
export const placeholderOf = (id: string, name: string): NamedPicture => ({
  src: `#envio-${id}`,
  alt: `Enviando ${plain(name)}…`,
});

export const pictureMarkdown = ({ src, alt }: NamedPicture): string => `![${alt}](${src})`;

/** A Markdown text with another picture in the place of one, or none. */
export function withPicture(text: string, src: string, next: NamedPicture | null): string {
  const end = text.indexOf(`](${src})`);
  const start = text.lastIndexOf('![', end);
  if (end < 0 || start < 0) return text;
  return text.slice(0, start) + (next ? pictureMarkdown(next) : '') + text.slice(end + `](${src})`.length);
}

/** The text without pictures that are not stored. */
export const withoutPlaceholders = (text: string): string => text.replace(/!\[[^\]]*\]\(#envio-[^)]*\)\n?/g, '');

const SHOWN = new RegExp(`<img src="${PICTURES_PATH}([^"]+)"`, 'g');

/** The keys of the pictures in the HTML of a text. */
export const keysIn = (html: string): string[] => [...html.matchAll(SHOWN)].flatMap(([, key]) => key ?? []);

/** The HTML with links that load; a picture without one keeps its place. */
export function withLinks(html: string, links: ReadonlyMap<string, string> | undefined): string {
  return html.replace(SHOWN, (_, key: string) => {
    const [, width, height] = /-(\d+)x(\d+)\.\w+$/.exec(key) ?? [];
    const size = width && height ? ` width="${width}" height="${height}"` : '';
    const link = links?.get(key)?.replaceAll('&', '&amp;').replaceAll('"', '%22');
    return `<img${link ? ` src="${link}"` : ''}${size} loading="lazy" decoding="async"`;
  });
}

/** Time for which a link opens its picture, and how long it is used. */
const LINK_SECONDS = 3_600;
const USED_MS = 45 * 60_000;

export function picturesQuery(keys: readonly string[]) {
  return queryOptions({
    queryKey: ['community', 'pictures', keys],
    enabled: keys.length > 0,
    staleTime: USED_MS,
    queryFn: async (): Promise<Map<string, string>> => {
      const links = await ask(({ storage }) => storage.from(PICTURES_BUCKET).createSignedUrls([...keys], LINK_SECONDS));
      return new Map(links?.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl] as const] : [])));
    },
  });
}
