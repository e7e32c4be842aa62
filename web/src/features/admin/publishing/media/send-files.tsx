import { useQueryClient } from '@tanstack/react-query';
import { Upload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { type ToastMessage, toast } from '@/ui/toast';
import { MEDIA } from '@/widgets/media/queries';
import { conversionAdvice } from '@/widgets/uploads/conversion';
import { refusePicture } from '@/widgets/uploads/picture-file';
import { SendBar } from '@/widgets/uploads/send-bar';
import { uploadFile } from '@/widgets/uploads/upload';
import { reasonOf } from '@/widgets/uploads/use-upload';
import { ACCEPTED, folderOf } from './folders';

interface Sending {
  name: string;
  /** From 1 on. */
  number: number;
  of: number;
  share: number;
}

/** Reason why a file is not taken; undefined where it is. */
async function refusalOf(file: File): Promise<string | undefined> {
  const folder = folderOf(file);
  if (folder === 'pictures') return refusePicture(file);
  return conversionAdvice(file) ?? (folder ? undefined : 'Envie imagens, vídeos, áudios ou documentos PDF.');
}

/** Sends files to the library, one after the other; they stay also while nothing uses them. */
export function useSendFiles() {
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<Sending>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const sendOne = async (file: File, signal: AbortSignal, onProgress: (share: number) => void) => {
    const refusal = await refusalOf(file);
    if (refusal) return refusal;
    try {
      await uploadFile({
        folder: folderOf(file) ?? '',
        file,
        isKept: true,
        signal,
        onProgress,
        onPhase: () => undefined,
        onControls: () => undefined,
      });
      return undefined;
    } catch (error) {
      if (!signal.aborted) console.error('a file could not be sent', error);
      return reasonOf(error);
    }
  };

  const send = async (files: readonly File[]) => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let sent = 0;
    const refused: string[] = [];
    for (const [index, file] of files.entries()) {
      if (signal.aborted) break;
      const show = (share: number) => {
        if (!signal.aborted) setSending({ name: file.name, number: index + 1, of: files.length, share });
      };
      show(0);
      const refusal = await sendOne(file, signal, show);
      if (signal.aborted) break;
      if (refusal) refused.push(`“${file.name}”: ${refusal}`);
      else sent += 1;
    }
    setSending(undefined);
    await queryClient.invalidateQueries({ queryKey: MEDIA });
    // One message: a second one would take the place of the first.
    if (sent + refused.length > 0) toast(endOf(sent, refused));
  };
  return { sending, send, stop: () => running.current?.abort() };
}

/** Returns the message about sent files, with the reasons of the refused ones. */
export function endOf(sent: number, refused: readonly string[]): ToastMessage {
  const done = formatCount(sent, 'arquivo enviado', 'arquivos enviados');
  if (refused.length === 0) {
    return { title: done, description: 'Na biblioteca até alguém excluir.', tone: 'success' };
  }
  const left = formatCount(refused.length, 'arquivo não foi enviado', 'arquivos não foram enviados');
  return { title: sent > 0 ? `${done}, ${left}` : left, description: refused.join(' '), tone: 'destructive' };
}

export type SendState = ReturnType<typeof useSendFiles>;

export function SendButton({ sending, send }: SendState) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED.join(',')}
        tabIndex={-1}
        aria-label="Arquivos para a biblioteca"
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again.
          event.target.value = '';
          if (files.length > 0) void send(files);
        }}
      />
      <Button size="small" disabled={sending !== undefined} onClick={() => input.current?.click()}>
        <Upload aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Enviar arquivos
      </Button>
    </>
  );
}

/** The file that is being sent, and the way to stop. */
export function SendProgress({ sending, stop }: SendState) {
  if (!sending) return null;
  const { name, number, of, share } = sending;
  const percent = Math.round(share * 100);
  const place = of > 1 ? `${number} de ${of}: ` : '';
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3 border border-border bg-card p-4">
      <div className="grid min-w-48 flex-1 gap-2">
        <p className="truncate text-small tabular-nums">
          {percent < 100 ? `Enviando ${place}${name} (${percent}%)` : `Recebido, guardando ${place}${name}`}
        </p>
        <SendBar label="Envio dos arquivos" percent={percent} />
      </div>
      <Button variant="ghost" size="small" onClick={stop}>
        <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Parar envio
      </Button>
    </div>
  );
}
