import { ImageUp, LoaderCircle, X } from 'lucide-react';
import { useRef } from 'react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import type { PictureState } from './paste/picture-queue';

export interface PictureNoticeProps {
  state: PictureState;
  onFiles: (files: File[]) => void;
  onDismiss: () => void;
}

/** Progress of the pictures of a pasted text, and the number of missing ones. */
export function PictureNotice({ state: { sending, share, missing }, onFiles, onDismiss }: PictureNoticeProps) {
  const input = useRef<HTMLInputElement>(null);
  const percent = Math.round(share * 100);
  return (
    <>
      <p role="status" className="type-ui empty:sr-only">
        {sending > 0 && (
          <span className="flex items-center gap-2 border-b border-border px-3 py-2 tabular-nums">
            <LoaderCircle aria-hidden="true" className="size-4 animate-spin" strokeWidth={1.6} />
            Enviando {formatCount(sending, 'imagem', 'imagens')}
            {percent > 0 && `: ${percent}%`}
          </span>
        )}
      </p>
      {missing > 0 && sending === 0 && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-muted px-3 py-2"
        >
          <p className="mr-auto type-ui">
            {missing === 1 ? '1 imagem não veio junto.' : `${missing} imagens não vieram junto.`} Envie-
            {missing === 1 ? 'a' : 'as'} aqui.
          </p>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            tabIndex={-1}
            aria-label="Imagens que faltam"
            className="sr-only"
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
              onDismiss();
            }}
          />
          <Button variant="line" size="small" onClick={() => input.current?.click()}>
            <ImageUp aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Enviar imagens
          </Button>
          <Button variant="ghost" size="small" onClick={onDismiss}>
            <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
            Dispensar
          </Button>
        </div>
      )}
    </>
  );
}
