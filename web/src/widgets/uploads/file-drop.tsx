import { Pause, Play, Upload, X } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { Button } from '@/ui/button';
import type { FieldControl } from '@/ui/field';
import { SendBar } from './send-bar';
import type { UploadPhase } from './upload-parts';
import type { UploadState } from './use-upload';

export interface FileDropProps {
  control: FieldControl;
  accept: string;
  upload: UploadState;
  actionLabel: string;
  onRemove: (() => void) | undefined;
  removeLabel: string;
  /** Another way to a file, beside sending one. */
  other?: ReactNode;
  /** True for a field without a frame, in a line with other fields. */
  isLow?: boolean;
  children: ReactNode;
}

/** Takes one file by button or drag and drop; shows the progress. */
export function FileDrop({
  control,
  accept,
  upload,
  actionLabel,
  onRemove,
  removeLabel,
  other,
  isLow = false,
  children,
}: FileDropProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const uploading = upload.fileName !== undefined;

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) upload.start(file);
    // The same file may be chosen again.
    if (inputRef.current) inputRef.current.value = '';
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the pointer, the button does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        'grid gap-4 rounded-md border border-dashed',
        isLow ? 'px-2 not-aria-invalid:border-transparent' : 'bg-card p-4',
        control['aria-invalid'] ? 'border-destructive' : over ? 'border-foreground' : 'border-input',
      )}
    >
      <div className="flex flex-wrap items-center gap-4">
        {children}
        <input
          {...control}
          ref={inputRef}
          type="file"
          accept={accept}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => take(event.target.files)}
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          {onRemove && !uploading && (
            <Button variant="ghost" size="small" onClick={onRemove}>
              {removeLabel}
            </Button>
          )}
          <Button
            variant="soft"
            size="small"
            disabled={uploading}
            aria-describedby={control['aria-describedby']}
            onClick={() => inputRef.current?.click()}
          >
            <Upload aria-hidden="true" className="size-4" strokeWidth={1.6} />
            {actionLabel}
          </Button>
          {other}
        </div>
      </div>
      {uploading && <UploadProgress upload={upload} />}
    </div>
  );
}

/** The text while no bytes are sent. */
const PHASE_NAMES: Record<UploadPhase, string> = {
  sending: '',
  waiting: 'Sem conexão. O envio continua sozinho assim que ela voltar.',
  paused: 'Envio pausado. O que já foi enviado está guardado.',
};

function UploadProgress({ upload }: { upload: UploadState }) {
  const { controls, phase } = upload;
  const percent = Math.round(upload.progress * 100);
  const name = upload.fileName ?? 'o arquivo';
  const sent = phase === 'sending' ? `Enviando ${name}: ${percent}%` : `${percent}% de ${name}`;
  const said = percent < 100 ? sent : `Recebido, guardando ${name}`;
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="grid min-w-48 flex-1 gap-2">
        <p className="truncate text-small tabular-nums">{said}</p>
        <SendBar label="Envio do arquivo" percent={percent} />
        <p role="status" className="type-meta empty:sr-only">
          {PHASE_NAMES[phase]}
        </p>
      </div>
      {controls && (
        <Button variant="ghost" size="small" onClick={phase === 'paused' ? controls.resume : controls.pause}>
          {phase === 'paused' ? (
            <Play aria-hidden="true" className="size-4" strokeWidth={1.6} />
          ) : (
            <Pause aria-hidden="true" className="size-4" strokeWidth={1.6} />
          )}
          {phase === 'paused' ? 'Continuar envio' : 'Pausar envio'}
        </Button>
      )}
      <Button variant="ghost" size="small" onClick={upload.stop}>
        <X aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Parar envio
      </Button>
    </div>
  );
}
