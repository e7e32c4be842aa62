/** Uploads with progress, which the client library's call does not report. */
import { getClient } from '@/lib/backend';
import { clientConfig } from '@/lib/client-config';
import { NotSignedIn } from '@/lib/errors';
import { UploadRefused, type UploadWatch } from './upload-parts';

/** Buckets of the panel's files, and how their files are addressed. */
const WAYS = { contents: 'public', courses: 'authenticated' } as const;

export type FileBucket = keyof typeof WAYS;

const CACHE_SECONDS = '3600';

/** Files above this size, in bytes, are sent in chunks. */
const LARGE = 6 * 1024 * 1024;

/** Characters of a name. */
const MAX_NAME_LENGTH = 200;

/** Facts stored with a file, as far as they are known. */
export interface FileFacts {
  /** Name on the sender's machine. */
  name?: string;
  width?: number;
  height?: number;
  duration?: number;
  /** True if it stays on the server while nothing uses it. */
  kept?: boolean;
}

export interface UploadOptions extends UploadWatch {
  /** `contents` where absent. */
  bucket?: FileBucket | undefined;
  folder: string;
  /** The key of a file that this one takes the place of, under the same address. */
  replaces?: string | undefined;
  file: File;
  /** True if it stays on the server while nothing uses it. */
  isKept?: boolean;
}

/** The last part of the name if it is a plain extension, else the media type's second half. */
function extensionOf(file: File): string {
  const named = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1];
  return (named ?? file.type.split('/')[1]?.replace(/[^a-z0-9].*$/i, '') ?? 'bin').toLowerCase();
}

function objectPath(folder: string, file: File): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${folder}/${Date.now()}-${random}.${extensionOf(file)}`;
}

/**
 * Uploads the file and returns its address, which only `contents` opens to everybody. What is known of it is stored
 * with it.
 */
export async function uploadFile(options: UploadOptions): Promise<string> {
  const { folder, replaces, file, bucket = 'contents', isKept } = options;
  const facts = await factsOf(file);
  const metadata = JSON.stringify(isKept ? { ...facts, kept: true } : facts);
  const key = await (file.size > LARGE ? inPieces : inOne)(options, replaces ?? objectPath(folder, file), metadata);
  // The stored address has the public origin, whatever name of the machine the panel was opened with.
  const { supabaseUrl } = await clientConfig();
  return `${supabaseUrl}/storage/v1/object/${WAYS[bucket]}/${bucket}/${key}`;
}

/** Returns the name, the duration of a recording in seconds, and the size of a picture in pixels. */
async function factsOf(file: File): Promise<FileFacts> {
  const size = file.type.startsWith('image/') ? await pictureSizeOf(file) : undefined;
  const duration = await playingTime(file);
  return { name: file.name.slice(0, MAX_NAME_LENGTH), ...size, ...(duration !== undefined && { duration }) };
}

/** Fetched when a picture is sent: the community's pages hold this file, too. */
async function pictureSizeOf(file: File) {
  const { measurePicture } = await import('./picture-file');
  return measurePicture(file);
}

async function session() {
  const client = await getClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new NotSignedIn();
  return { client, session: data.session };
}

async function inPieces(
  { bucket = 'contents', folder, replaces, file, ...watch }: UploadOptions,
  path: string,
  metadata: string | undefined,
) {
  const { client, session: begun } = await session();
  const { publicUrl } = client.storage.from(bucket).getPublicUrl(path).data;
  const { sendResumable } = await import('./resumable');
  return sendResumable({
    ...watch,
    file,
    endpoint: new URL('/storage/v1/upload/resumable', publicUrl).href,
    bucket,
    path,
    isReplacement: replaces !== undefined,
    fingerprint: ['upload', begun.user.id, replaces ?? folder, file.name, file.size, file.lastModified].join('::'),
    cacheControl: CACHE_SECONDS,
    metadata,
    token: async () => (await session()).session.access_token,
  });
}

async function inOne(options: UploadOptions, path: string, metadata: string | undefined) {
  const { bucket = 'contents', replaces, file, signal, onProgress } = options;
  await storeFile({ bucket, path, file, metadata, isReplacement: replaces !== undefined, signal, onProgress });
  return path;
}

export interface FileToStore extends Pick<UploadWatch, 'signal' | 'onProgress'> {
  bucket: string;
  path: string;
  file: Blob;
  metadata?: string | undefined;
  /** True if it may take the place of a file of that path. */
  isReplacement?: boolean;
}

/**
 * Sends a file in one request, as storage-js does: a form with `cacheControl`, `metadata` and a part without a name.
 */
export async function storeFile(stored: FileToStore): Promise<void> {
  const { bucket, path, file, metadata, isReplacement = false, signal, onProgress } = stored;
  const { client, session: begun } = await session();
  const { publicUrl } = client.storage.from(bucket).getPublicUrl(path).data;
  const form = new FormData();
  form.append('cacheControl', CACHE_SECONDS);
  if (metadata !== undefined) form.append('metadata', metadata);
  form.append('', file);
  const headers = { Authorization: `Bearer ${begun.access_token}`, 'x-upsert': String(isReplacement) };
  await send(publicUrl.replace('/object/public/', '/object/'), headers, form, signal, onProgress);
}

function send(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: FormData,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/** Storage answers 400 with the real status as text in the body; anything else is a proxy's page. */
function refusal(request: XMLHttpRequest): UploadRefused {
  try {
    const { code, error, statusCode, message } = JSON.parse(request.responseText) as Record<string, string | undefined>;
    return new UploadRefused(code ?? error ?? '', Number(statusCode) || request.status, message ?? '');
  } catch {
    return new UploadRefused('', request.status, request.statusText);
  }
}

/** The duration of audio or video in seconds; undefined for other files and unsupported formats. */
export function playingTime(file: File): Promise<number | undefined> {
  const [family] = file.type.split('/');
  if (family !== 'audio' && family !== 'video') return Promise.resolve(undefined);
  const address = URL.createObjectURL(file);
  const player = document.createElement(family);
  return new Promise<number | undefined>((resolve) => {
    player.preload = 'metadata';
    player.onloadedmetadata = () => resolve(Number.isFinite(player.duration) ? Math.round(player.duration) : undefined);
    player.onerror = () => resolve(undefined);
    player.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}
