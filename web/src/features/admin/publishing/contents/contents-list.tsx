import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { NEW_CONTENT } from '@/app/pages';
import { ContentCover } from '@/entities/content-cover';
import { DEFAULT_READ_TIME } from '@/entities/content-kind';
import { signedInPaths } from '@/entities/signed-in-paths';
import { formatDate, formatNumber, isoDay } from '@/lib/format';
import { useNavigate } from '@/lib/router';
import { Button } from '@/ui/button';
import { Empty } from '@/ui/empty';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Skeleton } from '@/ui/skeleton';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { type Column, DataTable } from '@/widgets/data-table';
import { StateBadges, TypeBadge } from './badges';
import { CONTENTS, type ContentRow, contentsQuery, deleteContent } from './queries';
import { RowActions } from './row-actions';
import { contentToasts, emptyContents, LOAD_FAILED } from './text';

const readTime = ({ read_time }: ContentRow) => read_time || DEFAULT_READ_TIME;

const columnsOf = (onDelete: (content: ContentRow) => void): readonly Column<ContentRow>[] => [
  {
    head: <span className="sr-only">Capa</span>,
    headClass: 'w-24',
    inBlock: true,
    cell: (content) => <ContentCover content={content} className="h-12 w-18" />,
  },
  {
    head: 'Título',
    inBlock: true,
    cell: (content) => (
      <>
        <span className="block type-title-3">{content.title}</span>
        <span className="block type-meta lg:hidden">
          {[content.category, formatDate(content.created_at), readTime(content)].filter(Boolean).join(' · ')}
        </span>
        {content.tags.length > 0 && <span className="block type-meta">{content.tags.join(', ')}</span>}
      </>
    ),
  },
  {
    head: 'Tipo',
    strong: true,
    cell: ({ content_type: type }) => <TypeBadge type={type} />,
  },
  { head: 'Categoria', strong: true, cell: ({ category }) => category },
  {
    head: 'Situação',
    inBlock: true,
    className: 'max-lg:col-start-2',
    cell: (content) => (
      <div className="flex flex-wrap gap-1.5 lg:max-w-60">
        <TypeBadge type={content.content_type} className="lg:hidden" />
        <StateBadges content={content} />
      </div>
    ),
  },
  {
    head: 'Criado em',
    className: 'whitespace-nowrap',
    cell: ({ created_at: at }) => <time dateTime={isoDay(at)}>{formatDate(at)}</time>,
  },
  { head: 'Leitura', className: 'whitespace-nowrap', cell: readTime },
  {
    head: <span className="block text-right">Ações</span>,
    inBlock: true,
    className: 'max-lg:col-start-2 max-lg:-ml-3',
    cell: (content) => <RowActions content={content} onDelete={onDelete} />,
  },
];

export function ContentsList({ section }: { section: string }) {
  const navigate = useNavigate();
  const list = useInfiniteQuery(contentsQuery);
  const [doomed, setDoomed] = useState<ContentRow>();
  const contents = useMemo(() => list.data?.pages.flatMap((page) => page.rows) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total;
  const create = (
    <Button size="small" onClick={() => navigate(signedInPaths.adminPanel({ section, content: NEW_CONTENT }))}>
      <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
      Novo Conteúdo
    </Button>
  );
  return (
    <>
      <PanelHeading title="Todos os Conteúdos" count={total}>
        {total !== 0 && create}
      </PanelHeading>
      <Loaded query={list} failed={LOAD_FAILED} loading="Carregando os conteúdos" skeleton={<ListSkeleton />}>
        {() =>
          contents.length > 0 && (
            <DataTable
              columns={columnsOf(setDoomed)}
              rows={contents}
              rowClass="max-lg:grid max-lg:grid-cols-[4.5rem_minmax(0,1fr)] max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:pt-4.5 max-lg:pb-2"
            />
          )
        }
      </Loaded>
      {total === 0 && <Empty {...emptyContents}>{create}</Empty>}
      {list.hasNextPage && (
        <div className="mt-6 flex flex-wrap items-center gap-4">
          <Button
            variant="line"
            size="small"
            busy={list.isFetchingNextPage}
            busyLabel="Carregando..."
            onClick={() => void list.fetchNextPage()}
          >
            Carregar mais
          </Button>
          <p role="status" className="type-meta tabular-nums">
            {formatNumber(contents.length)} de {formatNumber(total ?? 0)}
          </p>
        </div>
      )}
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Tem certeza que deseja excluir este conteúdo?"
        description={`“${doomed?.title ?? ''}” sai do site agora. A exclusão não pode ser desfeita.`}
        run={({ id }) => deleteContent(id)}
        done={contentToasts.deleted}
        failure={contentToasts.deleteFailed}
        refreshes={[CONTENTS]}
      />
    </>
  );
}

const ListSkeleton = () => (
  <>
    <Skeleton className="h-10 w-full" />
    {[1, 2, 3, 4, 5, 6].map((row) => (
      <div key={row} className="flex items-center gap-6 border-b border-border py-3.5">
        <Skeleton className="h-12 w-18 shrink-0" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="ml-auto h-5 w-1/4" />
      </div>
    ))}
  </>
);
