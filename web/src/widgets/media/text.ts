/** Texts of the media library about files. */
import { formatBytes } from '@/lib/bytes';
import { formatCount } from '@/lib/format';
import { lastPartOf } from '@/widgets/uploads/stored-file';
import type { MediaFile, MediaUse } from './queries';

export const nameOf = ({ name, key }: Pick<MediaFile, 'name' | 'key'>): string => name || lastPartOf(key);

const FAMILIES: Readonly<Record<string, string>> = { image: 'Imagem', video: 'Vídeo', audio: 'Áudio' };

/** `Imagem PNG`, `Vídeo MP4`, `Documento PDF`. */
export function typeOf({ mime_type: type }: Pick<MediaFile, 'mime_type'>): string {
  const [family = '', form = ''] = type.split('/');
  const label = FAMILIES[family] ?? 'Documento';
  const short = form.replace(/^x-|[+;].*$/g, '').toUpperCase();
  return short ? `${label} ${short}` : label;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `1:05`, `1:02:05`. */
function timeOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

/** Returns the type of a file with its other known facts, except its size in bytes. */
export function factsOf(file: MediaFile): string {
  const { width, height, duration } = file;
  return [typeOf(file), width && height && `${width} × ${height} px`, duration && timeOf(duration)]
    .filter(Boolean)
    .join(' · ');
}

export const sizeOf = ({ size }: Pick<MediaFile, 'size'>): string => formatBytes(size);

const PARTS: Record<MediaUse['parts'][number], string> = { cover: 'capa', file: 'arquivo', text: 'no texto' };

/** Returns the ways in which a content, course or lesson uses a file. */
export function placesText(use: MediaUse): string {
  return [
    ...use.parts.map((part) => PARTS[part]),
    use.in_draft && 'no rascunho',
    use.revisions > 0 && formatCount(use.revisions, 'versão guardada', 'versões guardadas').replaceAll(' ', '\u00a0'),
    use.is_trashed && 'na lixeira',
  ]
    .filter(Boolean)
    .join(', ');
}

const UNTITLED: Record<MediaUse['kind'], string> = {
  content: 'Conteúdo sem título',
  course: 'Curso sem título',
  lesson: 'Aula sem título',
};

/** Returns the name of a file's user: the title of a content or course, `Aula “Começo” do curso “Vendas”`. */
export function titleOf({ title, kind, course, may_open: mayOpen }: MediaUse): string {
  // Others than administrators read no title of a course that is not published.
  if (!title && !mayOpen) return 'Um curso que ainda não foi publicado';
  const name = title.trim() || UNTITLED[kind];
  return course ? `Aula “${name}” do curso “${course.title}”` : name;
}
