/** Shows a PDF page by page. Heavy: import() it. */
import './pdf-reader.css';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './button';
import { ErrorNotice } from './error-notice';
import { drawPage, openDocument, type PdfDocument } from './pdf-document';
import { PdfSkeleton } from './pdf-skeleton';

export interface PdfReaderProps {
  src: string;
  title: string;
  page: number | undefined;
  onPage: (page: number, pages: number) => void;
  onRetry: () => void;
}

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.6 } as const;
const ZOOMS = [1, 1.25, 1.5, 2, 3] as const;

export function PdfReader({ src, title, page, onPage, onRetry }: PdfReaderProps) {
  const { pdf, failed } = useDocument(src);
  if (failed) {
    return (
      <ErrorNotice
        title="Não foi possível abrir o PDF aqui."
        description="A conexão falhou, ou o arquivo está danificado."
        onRetry={onRetry}
      />
    );
  }
  if (!pdf) return <PdfSkeleton />;
  return <Reader pdf={pdf} title={title} start={page} onPage={onPage} />;
}

function useDocument(src: string): { pdf: PdfDocument | undefined; failed: boolean } {
  const [state, setState] = useState<{ pdf: PdfDocument | undefined; failed: boolean }>({
    pdf: undefined,
    failed: false,
  });
  useEffect(() => {
    let gone = false;
    const opening = openDocument(src);
    opening.document.then(
      (pdf) => !gone && setState({ pdf, failed: false }),
      (reason: unknown) => {
        if (gone) return;
        console.warn('the document could not be opened', reason);
        setState({ pdf: undefined, failed: true });
      },
    );
    return () => {
      gone = true;
      opening.close();
      setState({ pdf: undefined, failed: false });
    };
  }, [src]);
  return state;
}

interface ReaderProps {
  pdf: PdfDocument;
  title: string;
  start: number | undefined;
  onPage: (page: number, pages: number) => void;
}

function Reader({ pdf, title, start, onPage }: ReaderProps) {
  const pages = pdf.numPages;
  const [page, setPage] = useState(() => Math.min(Math.max(1, start ?? 1), pages));
  const [zoom, setZoom] = useState(0);
  const onPageRef = useRef(onPage);
  onPageRef.current = onPage;
  useEffect(() => onPageRef.current(page, pages), [page, pages]);

  const turn = (step: number) => setPage((now) => Math.min(Math.max(1, now + step), pages));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    turn(step);
  };
  return (
    <figure aria-label={`PDF: ${title}`} className="border border-border bg-card print:hidden">
      <nav
        aria-label="Páginas do PDF"
        className="sticky top-15 z-10 flex flex-wrap items-center gap-1 border-b border-border bg-card px-2 py-1.5 lg:top-16"
      >
        <Button
          variant="ghost"
          size="icon"
          aria-label="Página anterior"
          aria-disabled={page === 1}
          onClick={() => turn(-1)}
        >
          <ChevronLeft {...icon} />
        </Button>
        <p aria-live="polite" className="px-1 type-ui whitespace-nowrap tabular-nums">
          Página {page} de {pages}
        </p>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Próxima página"
          aria-disabled={page === pages}
          onClick={() => turn(1)}
        >
          <ChevronRight {...icon} />
        </Button>
        <span className="ml-auto flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Diminuir"
            aria-disabled={zoom === 0}
            onClick={() => setZoom(Math.max(0, zoom - 1))}
          >
            <ZoomOut {...icon} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Ampliar"
            aria-disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(Math.min(ZOOMS.length - 1, zoom + 1))}
          >
            <ZoomIn {...icon} />
          </Button>
        </span>
      </nav>
      {/* An enlarged page scrolls here, and does not widen what it stands in. */}
      <section
        aria-label={`Página ${page}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be within reach of the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="contain-inline-size overflow-x-auto"
      >
        <PageView pdf={pdf} page={page} zoom={ZOOMS[zoom] ?? 1} />
      </section>
    </figure>
  );
}

function PageView({ pdf, page, zoom }: { pdf: PdfDocument; page: number; zoom: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const width = useWidth(frame);
  useEffect(() => {
    if (!width || !canvas.current || !text.current) return;
    setFailed(false);
    const drawing = drawPage(pdf, page, width * zoom, { canvas: canvas.current, text: text.current });
    drawing.done.then(
      () => setDrawn(true),
      (reason: unknown) => {
        console.warn('the page could not be drawn', reason);
        setFailed(true);
      },
    );
    return drawing.stop;
  }, [pdf, page, width, zoom]);
  return (
    <div ref={frame} className={cx('w-full', !isDrawn && !failed && 'aspect-[210/297]')}>
      {failed && (
        <p role="alert" className="px-4 py-3 text-base">
          Não foi possível mostrar esta página.
        </p>
      )}
      <div className="relative w-fit bg-white">
        <canvas ref={canvas} className="block max-w-none" />
        <div ref={text} className="pdf-text" />
      </div>
    </div>
  );
}

/** Returns the width of an element in whole pixels, or 0 while it is unknown. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
