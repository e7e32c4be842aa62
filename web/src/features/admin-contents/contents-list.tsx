import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { NEW_CONTENT, paths } from '@/app/paths';
import { formatNumber } from '@/lib/format';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { ErrorNotice } from '@/ui/error-notice';
import { PanelHeading } from '@/ui/panel-heading';
import { Loading, Skeleton } from '@/ui/skeleton';
import { ContentsTable } from './contents-table';
import { DeleteContent } from './delete-content';
import { type ContentRow, contentsQuery } from './queries';
import { emptyContents, loadFailed } from './text';

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6];

/** 'Todos os Conteúdos': every content with what can be done to it. */
export function ContentsList({ section }: { section: string }) {
  const navigate = useNavigate();
  const list = useInfiniteQuery(contentsQuery);
  const [doomed, setDoomed] = useState<ContentRow>();
  const contents = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total;
  const create = (
    <Button size="small" onClick={() => navigate(paths.adminPanel({ section, content: NEW_CONTENT }))}>
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Novo Conteúdo
    </Button>
  );
  return (
    <>
      <PanelHeading title="Todos os Conteúdos" count={total}>
        {total !== 0 && create}
      </PanelHeading>
      {list.data ? (
        contents.length > 0 && <ContentsTable contents={contents} onDelete={setDoomed} />
      ) : list.isError ? (
        <ErrorNotice {...loadFailed} onRetry={() => void list.refetch()} />
      ) : (
        <ListSkeleton />
      )}
      {total === 0 && <Empty {...emptyContents}>{create}</Empty>}
      {list.hasNextPage && (
        <More shown={contents.length} total={total ?? 0} busy={list.isFetchingNextPage} onMore={list.fetchNextPage} />
      )}
      <DeleteContent content={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}

interface MoreProps {
  shown: number;
  total: number;
  busy: boolean;
  onMore: () => unknown;
}

function More({ shown, total, busy, onMore }: MoreProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-4">
      <Button variant="line" size="small" busy={busy} busyLabel="Carregando..." onClick={() => void onMore()}>
        Carregar mais
      </Button>
      <p role="status" className="type-meta tabular-nums">
        {formatNumber(shown)} de {formatNumber(total)}
      </p>
    </div>
  );
}

function ListSkeleton() {
  return (
    <Loading label="Carregando os conteúdos">
      <Skeleton className="h-10 w-full" />
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="flex items-center gap-6 border-b border-border py-3.5">
          <Skeleton className="h-12 w-18 shrink-0" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="ml-auto h-5 w-1/4" />
        </div>
      ))}
    </Loading>
  );
}
