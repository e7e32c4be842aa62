/** Shared by all ways of uploading. */

/** `waiting`: the connection is lost and the upload continues by itself. */
export type UploadPhase = 'sending' | 'waiting' | 'paused';

export interface UploadControls {
  pause: () => void;
  resume: () => void;
}

/** Watcher of an upload. */
export interface UploadWatch {
  signal: AbortSignal;
  onProgress: (share: number) => void;
  onPhase: (phase: UploadPhase) => void;
  onControls: (controls: UploadControls) => void;
}

/** The reason of an abort that also removes the upload. */
export class UploadStopped extends Error {}

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
