/** The only importer of pdf.js. Documents are opened in ranges, and their scripts do not run. */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  RenderingCancelledException,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

export type PdfDocument = PDFDocumentProxy;

export interface Opening {
  document: Promise<PdfDocument>;
  close: () => void;
}

/** Opens a document of this site. Only the ranges of visible pages are fetched. */
export function openDocument(url: string): Opening {
  const task = getDocument({
    url,
    disableAutoFetch: true,
    disableStream: true,
    // The policy of the worker forbids fetching and compiling.
    useWorkerFetch: false,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  const close = () => {
    task.destroy().catch((reason: unknown) => console.warn('the document could not be closed', reason));
  };
  return { document: task.promise, close };
}

/** A page's canvas and its text layer. */
export interface Sheet {
  canvas: HTMLCanvasElement;
  text: HTMLDivElement;
}

/** Draws a page `width` pixels wide. Returns a function that stops it; `done` settles when it is drawn or stopped. */
export function drawPage(document: PdfDocument, number: number, width: number, { canvas, text }: Sheet) {
  let stopped = false;
  let stop = () => {};
  const draw = async () => {
    const page = await document.getPage(number);
    if (stopped) return;
    const scale = width / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    const density = Math.min(window.devicePixelRatio || 1, 2);
    canvas.width = Math.floor(viewport.width * density);
    canvas.height = Math.floor(viewport.height * density);
    canvas.style.width = `${Math.floor(viewport.width)}px`;
    text.replaceChildren();
    text.style.setProperty('--total-scale-factor', String(scale));
    const picture = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
    const words = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
    stop = () => {
      picture.cancel();
      words.cancel();
    };
    await Promise.all([picture.promise, words.render()]);
  };
  const done = draw().catch((reason: unknown) => {
    // Another page or size was requested meanwhile.
    if (!stopped && !(reason instanceof RenderingCancelledException)) throw reason;
  });
  return {
    done,
    stop: () => {
      stopped = true;
      stop();
    },
  };
}
