import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { type Cut, cutOf, ZOOM_MOST } from './crop';

/** Side of the stored picture, in pixels. */
const STORED = 512;
/** Side of the frame on the screen, in pixels. */
const FRAME = 280;
const STEP = 8;
const QUALITY = 0.88;

export interface CropDialogProps {
  /** The chosen picture; the dialog is closed without one. */
  file: File | undefined;
  onClose: () => void;
  onCut: (picture: Blob) => Promise<void>;
}

/** Chooses the square of a picture: by dragging, by the arrow keys and by the zoom. */
export function CropDialog({ file, onClose, onCut }: CropDialogProps) {
  const [busy, setBusy] = useState(false);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [problem, setProblem] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const canvas = useRef<HTMLCanvasElement>(null);
  const dragged = useRef<{ x: number; y: number }>(undefined);
  const zoomId = useId();

  useEffect(() => {
    setPicture(undefined);
    setProblem(false);
    setZoom(1);
    setOffset({ x: 0, y: 0 });
    if (!file) return;
    let gone = false;
    createImageBitmap(file)
      .then((decoded) => !gone && setPicture(decoded))
      .catch(() => !gone && setProblem(true));
    return () => {
      gone = true;
    };
  }, [file]);

  const cut: Cut | undefined = picture && cutOf(picture, zoom, offset);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !picture || !cut) return;
    context.clearRect(0, 0, FRAME, FRAME);
    context.drawImage(picture, cut.x, cut.y, cut.side, cut.side, 0, 0, FRAME, FRAME);
  });

  const move = (x: number, y: number) => {
    if (!picture || !cut) return;
    const scale = cut.side / FRAME;
    setOffset((known) => cutOf(picture, zoom, { x: known.x - x * scale, y: known.y - y * scale }).offset);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = { ArrowLeft: [STEP, 0], ArrowRight: [-STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP] }[event.key];
    if (!way) return;
    event.preventDefault();
    move(way[0] ?? 0, way[1] ?? 0);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragged.current) return;
    move(event.clientX - dragged.current.x, event.clientY - dragged.current.y);
    dragged.current = { x: event.clientX, y: event.clientY };
  };
  const send = async () => {
    if (!picture || !cut) return;
    setBusy(true);
    try {
      await onCut(await drawn(picture, cut));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={file !== undefined}
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Ajustar a foto"
      description="Arraste a imagem e aproxime até o rosto ocupar o quadro."
      footer={
        <>
          <DialogClose>
            <Button variant="ghost" size="small" disabled={busy}>
              Cancelar
            </Button>
          </DialogClose>
          <Button size="small" busy={busy} busyLabel="Enviando..." disabled={!picture} onClick={() => void send()}>
            Usar esta foto
          </Button>
        </>
      }
    >
      {problem ? (
        <p role="alert" className="type-ui text-destructive">
          Esta imagem não pôde ser lida. Escolha um arquivo JPEG, PNG ou WebP.
        </p>
      ) : (
        <div className="grid justify-items-center gap-4">
          <canvas
            ref={canvas}
            width={FRAME}
            height={FRAME}
            tabIndex={0}
            role="img"
            aria-label="Recorte da foto. Use as setas para mover."
            className="touch-none cursor-grab rounded-sm bg-muted active:cursor-grabbing"
            onKeyDown={onKeyDown}
            onPointerDown={(event) => {
              dragged.current = { x: event.clientX, y: event.clientY };
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={onPointerMove}
            onPointerUp={() => {
              dragged.current = undefined;
            }}
          />
          <label htmlFor={zoomId} className="flex w-full max-w-70 items-center gap-3 type-ui">
            Zoom
            <input
              id={zoomId}
              type="range"
              min={1}
              max={ZOOM_MOST}
              step={0.05}
              value={zoom}
              className="min-h-11 flex-1 accent-foreground"
              onChange={(event) => {
                const next = Number(event.target.value);
                setZoom(next);
                if (picture) setOffset((known) => cutOf(picture, next, known).offset);
              }}
            />
          </label>
        </div>
      )}
    </Dialog>
  );
}

/** The square as a file; drawing it anew also leaves out where and with what it was taken. */
async function drawn(picture: ImageBitmap, cut: Cut): Promise<Blob> {
  const side = Math.min(STORED, Math.round(cut.side));
  const target = document.createElement('canvas');
  target.width = side;
  target.height = side;
  target.getContext('2d')?.drawImage(picture, cut.x, cut.y, cut.side, cut.side, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    target.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture was not drawn'))),
      'image/webp',
      QUALITY,
    );
  });
}
