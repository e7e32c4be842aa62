import { type ComponentType, useEffect, useState } from 'react';
import { ErrorNotice } from '@/ui/error-notice';
import type { PdfReaderProps } from '@/ui/pdf-reader';
import { PdfSkeleton } from '@/ui/pdf-skeleton';

/** A PDF in the page. Its viewer is fetched lazily. */
export function DocumentReader(props: PdfReaderProps) {
  const [Reader, setReader] = useState<ComponentType<PdfReaderProps>>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    setFailed(false);
    import('@/ui/pdf-reader').then(
      ({ PdfReader }) => setReader(() => PdfReader),
      (reason: unknown) => {
        console.warn('the reader of PDFs could not be loaded', reason);
        setFailed(true);
      },
    );
  }, [attempt]);
  if (Reader) return <Reader {...props} />;
  if (failed) {
    return <ErrorNotice title="Não foi possível abrir o PDF aqui." onRetry={() => setAttempt((count) => count + 1)} />;
  }
  return <PdfSkeleton />;
}
