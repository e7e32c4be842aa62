/** Files that only some browsers show or play, and what becomes of them. */

type Named = Pick<File, 'name' | 'type'>;

/** Photographs of an iPhone. Browsers that do not know the type leave it empty. */
export const isHeic = ({ name, type }: Named): boolean => /^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);

const isMov = ({ name, type }: Named): boolean => type === 'video/quicktime' || /\.(mov|qt)$/i.test(name);

/** Returns the advice on converting a file, or `undefined` if it needs no conversion. */
export function conversionAdvice(file: Named): string | undefined {
  if (isHeic(file)) {
    return 'Fotos HEIC, do iPhone, não aparecem em todos os navegadores. Exporte a foto como JPEG e envie de novo. Para as próximas, no iPhone: Ajustes, Câmera, Formatos, Mais Compatível.';
  }
  if (isMov(file)) {
    return 'Vídeos MOV, do iPhone e do Mac, não tocam em todos os navegadores. Converta para MP4 (H.264), por exemplo com o HandBrake, que é gratuito, e envie de novo.';
  }
  return undefined;
}
