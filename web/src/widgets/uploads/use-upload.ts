import { useEffect, useRef, useState } from 'react';
import { FAILURE_ADVICE, failureOf } from '@/lib/errors';
import { toast } from '@/ui/toast';
import { conversionAdvice } from './conversion';
import { type FileBucket, uploadFile } from './upload';
import { type UploadControls, type UploadPhase, UploadRefused, UploadStopped } from './upload-parts';

export interface UploadState {
  /** The name of the file being sent; undefined where there is none. */
  fileName: string | undefined;
  progress: number;
  phase: UploadPhase;
  /** Absent where the upload cannot be paused. */
  controls: UploadControls | undefined;
  error: string | undefined;
  start: (file: File) => void;
  stop: () => void;
}

type UploadView = Omit<UploadState, 'start' | 'stop'>;

export interface UploadTarget {
  bucket?: FileBucket;
  folder: string;
  accept: string;
  wrongKind: string;
  /** Checks the file before it is sent: the reason of a refusal, if any. */
  refuse?: (file: File) => Promise<string | undefined>;
  onUploaded: (url: string, file: File) => void;
  onBusyChange: (busy: boolean) => void;
}

const IDLE: UploadView = { fileName: undefined, progress: 0, phase: 'sending', controls: undefined, error: undefined };

/** Uploads one file at a time for one field. Leaving the field or choosing again aborts the upload. */
export function useUpload(target: UploadTarget): UploadState {
  const { bucket, folder, accept, wrongKind, refuse, onUploaded, onBusyChange } = target;
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (file: File) => {
    running.current?.abort(new UploadStopped());
    const refused = conversionAdvice(file) ?? (matches(file, accept) ? undefined : wrongKind);
    if (refused) return setState({ ...IDLE, error: refused });
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState({ ...IDLE, fileName: file.name });
    onBusyChange(true);
    const show = (news: Partial<UploadView>) => {
      if (!signal.aborted) setState((shown) => ({ ...shown, ...news }));
    };
    const send = async () => {
      const refusal = await refuse?.(file);
      if (signal.aborted) return;
      if (refusal) return setState({ ...IDLE, error: refusal });
      const url = await uploadFile({
        bucket,
        folder,
        file,
        signal,
        onProgress: (progress) => show({ progress }),
        onPhase: (phase) => show({ phase }),
        onControls: (controls) => show({ controls }),
      });
      if (signal.aborted) return;
      setState(IDLE);
      onUploaded(url, file);
    };
    send()
      .catch((error: unknown) => {
        if (signal.aborted) return;
        console.error('a file could not be sent', error);
        toast({ title: 'Erro no upload', description: 'Não foi possível enviar o arquivo.', tone: 'destructive' });
        setState({ ...IDLE, error: reasonOf(error) });
      })
      .finally(() => {
        if (running.current === controller) onBusyChange(false);
      });
  };
  const stop = () => {
    running.current?.abort(new UploadStopped());
    setState(IDLE);
  };
  return { ...state, start, stop };
}

/** The input's own `accept` does not apply to dropped files. */
export function matches(file: File, accept: string): boolean {
  return accept.endsWith('/*') ? file.type.startsWith(accept.slice(0, -1)) : file.type === accept;
}

/** Reason why a file was not taken, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof UploadRefused)) return FAILURE_ADVICE[failureOf(error).kind];
  if (error.status === 413) return 'O arquivo é maior do que o limite de envio.';
  if (error.status === 415 || error.code === 'invalid_mime_type') return 'Este tipo de arquivo não é aceito.';
  if (error.status === 401 || error.status === 403) return FAILURE_ADVICE.forbidden;
  if (error.status === 429) return 'Há envios demais em andamento. Termine ou pare algum deles.';
  if (error.status === 409) return 'Já existe um arquivo com este nome. Envie de novo.';
  return FAILURE_ADVICE.unknown;
}
