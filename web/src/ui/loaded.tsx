import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { ErrorNotice } from './error-notice';
import { Loading, Skeleton } from './skeleton';

export interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'refetch'>;
  /** Title of the notice where it could not be loaded. */
  failed: string;
  loading: string;
  skeleton: ReactElement | readonly string[];
  /** Shown in place of an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query; before that a skeleton, or the failure with a retry. */
export function Loaded<Data>({ query, failed, loading, skeleton, empty, children }: LoadedProps<Data>) {
  const { data } = query;
  if (data !== undefined) return empty && Array.isArray(data) && data.length === 0 ? empty : children(data);
  if (query.isError) return <LoadFailed title={failed} query={query} />;
  return 'map' in skeleton ? (
    <LoadingShapes label={loading} shapes={skeleton} />
  ) : (
    <Loading label={loading}>{skeleton}</Loading>
  );
}

/** Shapes of what comes, one below the other. */
export function LoadingShapes({ label, shapes }: { label: string; shapes: readonly string[] }) {
  return (
    <Loading label={label}>
      {shapes.map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes never move
        <Skeleton key={index} className={shape} />
      ))}
    </Loading>
  );
}

/** Shows that a query failed, with a retry. */
export function LoadFailed({ title, query }: { title: string; query: { refetch: () => unknown } }) {
  return (
    <ErrorNotice
      title={title}
      description="A conexão falhou ou o servidor não respondeu."
      onRetry={() => void query.refetch()}
    />
  );
}
