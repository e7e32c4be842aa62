/** The media library: server functions for administrators, and for editors about the files of contents. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ListFiles, MediaFile } from '@/generated/functions';
import { clientConfig } from '@/lib/client-config';
import { pictureLink } from '@/lib/closed-pictures';
import { functionAnswer } from '@/lib/functions';
import { signedLink } from '@/lib/signed-link';

export type { FilesPage, MediaFile, MediaUse } from '@/generated/functions';

export type MediaKind = NonNullable<ListFiles['kind']>;

export const MEDIA = ['media'];

export interface MediaFilters {
  search: string;
  kind: MediaKind | undefined;
  unused: boolean;
  /** Bucket of the files. Absent for those of all buckets. */
  bucket?: MediaFile['bucket'];
}

const bodyOf = ({ search, kind, unused, bucket }: MediaFilters, after: string | undefined): ListFiles => ({
  search: search || null,
  kind: kind ?? null,
  bucket: bucket ?? null,
  unused: unused || null,
  after: after ?? null,
});

/** One page of the library, from a place that the page before names. */
export function mediaPageQuery(filters: MediaFilters, after: string | undefined) {
  const body = bodyOf(filters, after);
  return queryOptions({
    queryKey: [...MEDIA, 'page', body],
    queryFn: () => functionAnswer('list-files', body),
    staleTime: 0,
  });
}

/** The library from its beginning, as far as it was looked at. */
export function mediaQuery(filters: MediaFilters) {
  return infiniteQueryOptions({
    queryKey: [...MEDIA, 'list', filters],
    queryFn: ({ pageParam }) => functionAnswer('list-files', bodyOf(filters, pageParam)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
}

export function fileUsesQuery({ bucket, key }: Pick<MediaFile, 'bucket' | 'key'>) {
  return queryOptions({
    queryKey: [...MEDIA, 'uses', bucket, key],
    queryFn: () => functionAnswer('read-file-uses', { bucket, key }),
    staleTime: 0,
  });
}

const encoded = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

/** The address of a file as texts hold it. */
export const pathOf = ({ key }: Pick<MediaFile, 'key'>): string => `/storage/v1/object/public/contents/${encoded(key)}`;

/** Returns the address of a file as stored in fields: with the public origin, also if the panel has another. */
export async function addressOf(file: Pick<MediaFile, 'key'>): Promise<string> {
  const { supabaseUrl } = await clientConfig();
  return supabaseUrl + pathOf(file);
}

/** Pixels of a small picture. */
const SMALL = 320;

/** Returns `true` if visitors may always read the file: a cover that no text shows. */
const isCover = ({ key, uses }: MediaFile): boolean =>
  key.startsWith('thumbnails/') &&
  uses.every(({ parts, in_draft, revisions }) => !in_draft && !revisions && !parts.includes('text'));

const isPicture = ({ bucket, mime_type: type }: MediaFile): boolean =>
  bucket === 'contents' && type.startsWith('image/');

/** A small picture of one that is not open to visitors, by a link of this person. */
export function closedPreviewQuery(file: MediaFile) {
  return queryOptions({
    queryKey: [...MEDIA, 'preview', file.key, file.updated_at],
    enabled: isPicture(file) && !isCover(file),
    queryFn: async () => (await pictureLink(file.key, SMALL)) ?? null,
  });
}

/** A small picture of a cover; undefined for other files. */
export function coverPreviewOf(file: MediaFile): string | undefined {
  const { key, updated_at: at } = file;
  if (!isPicture(file) || !isCover(file)) return undefined;
  return `/storage/v1/render/image/public/contents/${encoded(key)}?width=${SMALL}&v=${encodeURIComponent(at)}`;
}

/** Seconds that a link to a file opens it. */
const LINK_SECONDS = 300;

/** A link of this person to a file, which opens files that are closed to visitors, too. */
export const linkTo = ({ bucket, key }: Pick<MediaFile, 'bucket' | 'key'>) => signedLink(bucket, key, LINK_SECONDS);
