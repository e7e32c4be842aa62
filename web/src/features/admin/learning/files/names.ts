/** Titles and kinds of lessons from the names of files. */
import type { LessonKind } from '@/entities/course/course';
import { fold } from '@/lib/search-text';

/** The limit of the server, in bytes. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024;

/** Files in one drop. */
export const MAX_FILES = 30;

/** Returns the files in natural order: `2 b` before `10 a`. */
export function inNaturalOrder<T extends { name: string }>(files: readonly T[]): T[] {
  return [...files].sort((one, other) => compare(partsOf(one.name), partsOf(other.name)));
}

/** Returns the folded parts of a name: text and numbers in turn. */
const partsOf = (name: string) => fold(name).match(/\d+|\D+/g) ?? [];

function compare(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    if (part === against) continue;
    const difference = Number(part) - Number(against);
    return difference || (part < against ? -1 : 1);
  }
  return one.length - other.length;
}

/** `03_Primeiros-passos.final.mp4` is `Primeiros passos final`. */
export function titleOf(name: string): string {
  const bare = name.replace(/\.[a-z0-9]{1,5}$/i, '');
  const words = bare
    .replace(/[_.]+|\s*-+\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const unnumbered = words.replace(/^(?:aula|lesson|parte|módulo|modulo)?\s*\d{1,3}\s*[):]?\s+(?=\D)/i, '');
  const title = (unnumbered || words || name).slice(0, 200);
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Returns the kind of the lesson that holds this file, or `undefined` if lessons take no such file. */
export function kindOf(file: {
  name: string;
  type: string;
}): Extract<LessonKind, 'video' | 'audio' | 'pdf'> | undefined {
  if (file.type === 'video/mp4') return 'video';
  if (file.type.startsWith('audio/')) return 'audio';
  return file.type === 'application/pdf' ? 'pdf' : undefined;
}
