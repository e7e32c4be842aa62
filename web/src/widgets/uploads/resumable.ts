/**
 * Resumable upload in chunks (TUS): a lost connection costs part of a chunk, and the same file chosen again after a
 * reload continues. Fetched only for such a file.
 */
import { DetailedError, type PreviousUpload, Upload } from 'tus-js-client';
import { NotSignedIn } from '@/lib/errors';
import { UploadRefused, UploadStopped, type UploadWatch } from './upload-parts';

/** The size of a chunk in bytes: what hosted storage requires of all but the last. */
const PIECE = 6 * 1024 * 1024;

const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000];

export interface ResumableFile extends UploadWatch {
  file: File;
  endpoint: string;
  bucket: string;
  /** The key of a new upload. */
  path: string;
  /** Identifies this file of this person at this place, to continue after a reload. */
  fingerprint: string;
  cacheControl: string;
  metadata: string | undefined;
  /** True if it may take the place of a file of that path. */
  isReplacement: boolean;
  /** Returns a valid access token. */
  token: () => Promise<string>;
}

/** Sends the file; returns its key, which is an earlier one where an upload was resumed. */
export async function sendResumable(sent: ResumableFile): Promise<string> {
  const { file, endpoint, path, signal } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let paused = false;
  let failures = 0;
  const upload = new Upload(file, {
    ...described(sent),
    // Retried here: the library must not give up while the network is down.
    retryDelays: null,
    onBeforeRequest: async (request) => request.setHeader('authorization', `Bearer ${await sent.token()}`),
    // The panel may be open under another name of the machine, and may only send requests to its own.
    onUploadUrlAvailable: () => {
      if (upload.url) upload.url = new URL(new URL(upload.url, endpoint).pathname, endpoint).href;
    },
    onProgress: (bytes, total) => {
      if (!paused && !signal.aborted) sent.onProgress(bytes / total);
    },
    onChunkComplete: () => {
      failures = 0;
      if (!paused) sent.onPhase('sending');
    },
    onSuccess: () => resolve(),
    onError: async (error) => {
      if (paused || signal.aborted) return;
      if (!mayPass(error)) return reject(reasonOf(error));
      sent.onPhase('waiting');
      await another(RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length - 1)] ?? 0, signal);
      failures += 1;
      if (!paused && !signal.aborted) upload.start();
    },
  });
  const earlier = newest(await upload.findPreviousUploads());
  signal.throwIfAborted();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  const over = new AbortController();
  const leave = () => {
    // Leaving the page keeps the upload; stopping removes it.
    upload.abort(signal.reason instanceof UploadStopped).catch((error: unknown) => {
      console.error('a stopped upload is left until it expires', error);
    });
    reject(signal.reason);
  };
  signal.addEventListener('abort', leave, { signal: over.signal });
  sent.onControls({
    pause: () => {
      paused = true;
      sent.onPhase('paused');
      void upload.abort();
    },
    resume: () => {
      paused = false;
      sent.onPhase('sending');
      upload.start();
    },
  });
  upload.start();
  // Afterwards nothing is left to abort.
  await promise.finally(() => over.abort());
  return earlier && upload.url === earlier.uploadUrl ? (earlier.metadata.objectName ?? path) : path;
}

function described(sent: ResumableFile) {
  const { file, endpoint, bucket, path, fingerprint, cacheControl, metadata, isReplacement } = sent;
  return {
    endpoint,
    chunkSize: PIECE,
    fingerprint: async () => fingerprint,
    removeFingerprintOnSuccess: true,
    ...(isReplacement && { headers: { 'x-upsert': 'true' } }),
    metadata: {
      bucketName: bucket,
      objectName: path,
      contentType: file.type,
      cacheControl,
      ...(metadata === undefined ? {} : { metadata }),
    },
  };
}

function newest(earlier: PreviousUpload[]): PreviousUpload | undefined {
  return earlier.sort((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))[0];
}

/** Returns `true` if the same request may succeed later: no response, a server error, or a concurrent writer. */
function mayPass(error: Error): boolean {
  if (!(error instanceof DetailedError) || error.causingError instanceof NotSignedIn) return false;
  const answer = error.originalResponse;
  const status = answer?.getStatus() ?? 0;
  return status === 0 || status >= 500 || status === 423 || answer?.getHeader('x-sb-error-code') === 'WrongOffset';
}

function reasonOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  if (error.causingError instanceof NotSignedIn) return error.causingError;
  const answer = error.originalResponse;
  if (!answer) return error;
  return new UploadRefused(answer.getHeader('x-sb-error-code') ?? '', answer.getStatus(), answer.getBody());
}

/** Resolves when a retry is due: after that time, or when the network is back; rejects on abort. */
function another(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const due = new AbortController();
    const end = () => {
      due.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end, { signal: due.signal });
    signal.addEventListener('abort', end, { signal: due.signal });
  });
}
