/** Sending a file to the bucket `contents`, with progress: the client library's own call cannot tell how far it is. */
import { getClient } from '@/lib/backend';
import { clientConfig } from '@/lib/client-config';
import { NotSignedIn } from '@/lib/failure';
import { playingTime } from './playing-time';

const BUCKET = 'contents';
const CACHE_SECONDS = '3600';

export interface UploadOptions {
  /** The content type's name, or 'thumbnails'. */
  folder: string;
  file: File;
  signal: AbortSignal;
  /** Between 0 and 1. */
  onProgress: (share: number) => void;
}

/** The storage service refused the file, with its code. */
export class UploadRefused extends Error {
  readonly code: string;
  readonly status: number;
  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
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
 * Uploads as storage-js does (a form with `cacheControl`, `metadata` and a part without a name) and answers the public
 * address. How long the file plays goes with it: feeds and players say so.
 */
export async function uploadFile({ folder, file, signal, onProgress }: UploadOptions): Promise<string> {
  const client = await getClient();
  const { data } = await client.auth.getSession();
  if (!data.session) throw new NotSignedIn();
  const path = objectPath(folder, file);
  const { publicUrl } = client.storage.from(BUCKET).getPublicUrl(path).data;
  const form = new FormData();
  form.append('cacheControl', CACHE_SECONDS);
  const duration = await playingTime(file);
  if (duration !== undefined) form.append('metadata', JSON.stringify({ duration }));
  form.append('', file);
  await send(publicUrl.replace('/object/public/', '/object/'), data.session.access_token, form, signal, onProgress);
  // What is stored names the site as visitors know it, by whatever name of the machine the panel was opened.
  const { supabaseUrl } = await clientConfig();
  return supabaseUrl + new URL(publicUrl).pathname;
}

function send(
  address: string,
  token: string,
  body: FormData,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('x-upsert', 'false');
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/** Storage answers 400 with the true status as text in the body; anything else is a proxy's page. */
function refusal(request: XMLHttpRequest): UploadRefused {
  try {
    const { code, error, statusCode, message } = JSON.parse(request.responseText) as Record<string, string | undefined>;
    return new UploadRefused(code ?? error ?? '', Number(statusCode) || request.status, message ?? '');
  } catch {
    return new UploadRefused('', request.status, request.statusText);
  }
}
