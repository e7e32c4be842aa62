/** The folders of the files of contents, by type. */

/** Types that the library takes. */
export const ACCEPTED: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
  'video/*',
  'audio/*',
  'application/pdf',
];

const FOLDERS: Readonly<Record<string, string>> = { image: 'pictures', video: 'video', audio: 'audio' };

/** The folder of a file; undefined for a type that the library does not take. */
export function folderOf({ type }: Pick<File, 'type'>): string | undefined {
  return type === 'application/pdf' ? 'pdf' : FOLDERS[type.split('/')[0] ?? ''];
}
