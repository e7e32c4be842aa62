import { Loading, Skeleton } from './skeleton';

/** The place of the bar and of a page of A4, the usual size. */
export function PdfSkeleton() {
  return (
    <Loading label="Abrindo o PDF">
      <Skeleton className="h-14.25 w-full" />
      <Skeleton className="aspect-[210/297] w-full" />
    </Loading>
  );
}
