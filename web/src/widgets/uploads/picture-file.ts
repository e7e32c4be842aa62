/** A picture file, looked at before it is sent: what the server would refuse or could not show small is said here. */

/** What browsers show and the server makes smaller sizes of, or serves as it is. */
const SHOWN = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

/** As on the server: larger ones are not taken in hand. */
const MOST_MEGABYTES = 25;
const MOST_MEGAPIXELS = 50;

export interface PictureSize {
  width: number;
  height: number;
}

/** The size it is seen in, in pixels; undefined when it cannot be read. */
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

/** Why the file cannot be taken, in words for the person; undefined when it can. */
export async function refusePicture(file: File): Promise<string | undefined> {
  if (!SHOWN.includes(file.type)) return 'Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.';
  if (file.size > MOST_MEGABYTES * 1024 * 1024) {
    return `A imagem tem mais de ${MOST_MEGABYTES} MB. Escolha uma menor.`;
  }
  const size = await measurePicture(file);
  if (!size) return 'Não foi possível abrir a imagem. O arquivo pode estar danificado.';
  if (size.width * size.height > MOST_MEGAPIXELS * 1_000_000) {
    return `A imagem tem mais de ${MOST_MEGAPIXELS} megapixels. Escolha uma menor.`;
  }
  return undefined;
}
