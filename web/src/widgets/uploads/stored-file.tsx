/** Facts about a stored file, shown beside the field that names it. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getClient } from '@/lib/backend';
import { formatBytes } from '@/lib/bytes';
import type { FileFacts } from './upload';

/** An address of this server with the bucket and the key of its file. */
const STORED = /\/storage\/v1\/object\/(?:public|authenticated)\/(contents|courses)\/([^?#]+)/;

export interface StoredFile extends FileFacts {
  /** Size in bytes. */
  size: number | undefined;
}

/** Facts about the file at an address. Files of other sites have none. The request fails for files that are gone. */
export function storedFileQuery(address: string) {
  return queryOptions({
    queryKey: ['stored-file', address],
    queryFn: async (): Promise<StoredFile | null> => {
      const [, bucket, key] = STORED.exec(address) ?? [];
      if (!bucket || !key) return null;
      const client = await getClient();
      const { data, error } = await client.storage.from(bucket).info(decodeURIComponent(key));
      if (error) throw error;
      return { ...(data.metadata as FileFacts | undefined), size: data.size };
    },
    // A file that was replaced has another size.
    staleTime: 60_000,
    retry: false,
  });
}

/** The last part of an address, in place of a name that nobody stored. */
export const lastPartOf = (address: string): string => address.split('?')[0]?.split('/').at(-1) ?? address;

/** The original name of a file with its size; the last part of its address where no name was stored. */
export function StoredFileName({ address }: { address: string }) {
  const { data, isPending } = useQuery(storedFileQuery(address));
  // The name of the address would be replaced at once.
  if (isPending) return <span aria-hidden="true">…</span>;
  return (
    <>
      {data?.name ?? lastPartOf(address)}
      {data?.size !== undefined && (
        <span className="whitespace-nowrap text-muted-foreground tabular-nums">{` · ${formatBytes(data.size)}`}</span>
      )}
    </>
  );
}
