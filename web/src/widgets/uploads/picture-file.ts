/** Checks a picture before it is sent, by the server's rules. */

import { conversionAdvice } from './conversion';

/** The formats that browsers show and the server resizes or serves as they are. */
const SHOWN = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

/** The server's limit. */
const MAX_MEGABYTES = 25;
const MAX_MEGAPIXELS = 50;

export interface PictureSize {
  width: number;
  height: number;
}

/** The displayed size in pixels; undefined when it cannot be read. */
export async function measurePicture(file: File): Promise<PictureSize | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const size = { width: picture.width, height: picture.height };
    picture.close();
    return size;
  } catch {
    return undefined;
  }
}

/** Reason why the file is refused, as text; undefined when it is accepted. */
export async function refusePicture(file: File): Promise<string | undefined> {
  const advice = conversionAdvice(file);
  if (advice) return advice;
  if (!SHOWN.includes(file.type)) return 'Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.';
  if (file.size > MAX_MEGABYTES * 1024 * 1024) {
    return `A imagem tem mais de ${MAX_MEGABYTES} MB. Escolha uma menor.`;
  }
  const size = await measurePicture(file);
  if (!size) return 'Não foi possível abrir a imagem. O arquivo pode estar danificado.';
  if (size.width * size.height > MAX_MEGAPIXELS * 1_000_000) {
    return `A imagem tem mais de ${MAX_MEGAPIXELS} megapixels. Escolha uma menor.`;
  }
  return undefined;
}
