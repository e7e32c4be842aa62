import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ContentCover } from '@/entities/content-cover';
import { CONTENT_KINDS, CONTENT_TYPES, readTime } from '@/entities/content-kind';
import { NEW_CONTENT, signedInPaths } from '@/entities/signed-in-paths';
import { formatDate, formatDateTime, formatNumber, isoDay } from '@/lib/format';
import { useNavigate, useSearchParams } from '@/lib/router';
import { Button } from '@/ui/button';
import { ChipLink } from '@/ui/chip';
import { Link } from '@/ui/link';
import { ConfirmDelete } from '@/widgets/confirm-delete';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import { useAction } from '@/widgets/use-action';
import { StateBadges, TypeBadge } from './badges';
import { ContentProposals } from './proposals';
import {
  type CategoryOption,
  CONTENTS,
  type Content,
  categoryOptionsQuery,
  contentListQuery,
  deleteContent,
  type ListedContent,
  trashContent,
  trashCountQuery,
  untrashContent,
} from './queries';
import { useReviewsLive } from './review/use-reviews-live';
import { RowActions } from './row-actions';
import { contentToasts, emptyContents, LOAD_FAILED, trashedToast } from './text';
import { Unfinished } from './unfinished';

const columnsOf = (onDelete: (content: ListedContent) => void): readonly Column<ListedContent>[] => [
  {
    head: <span className="sr-only">Capa</span>,
    headClass: 'w-24',
    inBlock: true,
    cell: (content) => <ContentCover content={content} className="h-12 w-18" />,
  },
  {
    head: 'Título',
    headClass: 'w-[30%]',
    inBlock: true,
    cell: (content) => (
      <>
        <Link
          href={signedInPaths.adminContent(content.id)}
          className="block type-title-3 hover:text-north max-lg:-my-2.5 max-lg:py-2.5"
        >
          {content.title}
        </Link>
        <span className="block type-meta lg:hidden">
          {[content.category, formatDate(content.created_at), readTime(content)].filter(Boolean).join(' · ')}
        </span>
        {content.tags.length > 0 && <span className="line-clamp-2 type-meta">{content.tags.join(', ')}</span>}
        <Times content={content} />
      </>
    ),
  },
  {
    head: 'Tipo e categoria',
    headClass: 'w-[17%]',
    strong: true,
    cell: ({ content_type: type, category }) => (
      <>
        <TypeBadge type={type} />
        <span className="mt-1 block text-small">{category}</span>
      </>
    ),
  },
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
    cell: (content) => (
      <>
        <time dateTime={isoDay(content.created_at)}>{formatDate(content.created_at)}</time>
        {readTime(content) && <span className="block type-meta">{readTime(content)} de leitura</span>}
      </>
    ),
  },
  {
    head: <span className="block text-right">Ações</span>,
    inBlock: true,
    className: 'max-lg:col-start-2 max-lg:-ml-3',
    cell: (content) => <RowActions content={content} onDelete={onDelete} />,
  },
];

/** Scheduled changes of a content, its time in the trash, and changes that are not saved yet. */
function Times({ content }: { content: ListedContent }) {
  const { unpublish_at: until, trashed_at: trashed, has_draft: hasDraft } = content;
  const texts = [
    trashed && `na lixeira desde ${formatDate(trashed)}`,
    until && `sai do ar em ${formatDateTime(until)}`,
    hasDraft && 'alterações por salvar',
  ].filter(Boolean);
  return texts.length > 0 && <span className="block type-meta text-north tabular-nums">{texts.join(' · ')}</span>;
}

const all = (label: string) => ({ value: '', label });

/** Deleted contents, which a link beside the others leads to: no filter says them. */
const TRASH = 'trash';

const filtersOf = (categories: readonly CategoryOption[], inTrash: boolean) => ({
  search: {
    key: 'busca',
    type: 'search' as const,
    label: 'Buscar',
    note: 'no título, texto ou etiquetas',
  },
  type: {
    key: 'tipo',
    label: 'Tipo',
    options: [all('Todos'), ...CONTENT_TYPES.map((value) => ({ value, label: CONTENT_KINDS[value].label }))],
  },
  category: {
    key: 'categoria',
    label: 'Categoria',
    options: [all('Todas'), ...categories.map(({ id, name }) => ({ value: id, label: name }))],
  },
  state: {
    key: 'situacao',
    label: 'Situação',
    isHidden: inTrash,
    options: inTrash
      ? [{ value: TRASH, label: 'Lixeira' }]
      : [
          all('Todas'),
          { value: 'published', label: 'Publicados' },
          { value: 'draft', label: 'Rascunhos' },
          { value: 'waiting', label: 'Aguardando revisão' },
          { value: 'returned', label: 'Devolvidos' },
          { value: 'scheduled', label: 'Agendados' },
          { value: 'featured', label: 'Em destaque' },
        ],
  },
  audience: {
    key: 'publico',
    label: 'Público',
    options: [all('Todos'), { value: 'everybody', label: 'Visitantes' }, { value: 'members', label: 'Membros' }],
  },
  sort: {
    key: 'ordem',
    label: 'Ordem',
    stays: true,
    options: [
      all('Mais recentes'),
      { value: 'oldest', label: 'Mais antigos' },
      { value: 'changed', label: 'Alterados por último' },
      { value: 'title', label: 'Título, de A a Z' },
    ],
  },
});

const NOTHING_FOUND = {
  title: 'Nenhum conteúdo encontrado',
  description: 'Nada corresponde aos filtros escolhidos.',
};

const EMPTY_TRASH = { title: 'A lixeira está vazia', description: 'O que for excluído fica aqui por 30 dias.' };

const isContent = (trashed: unknown): trashed is Content => trashed !== undefined;

const path = signedInPaths.adminContents();

export function ContentsList() {
  const navigate = useNavigate();
  const categories = useQuery(categoryOptionsQuery);
  const [params] = useSearchParams();
  const inTrash = params.get('situacao') === TRASH;
  const list = useDataList(path, filtersOf(categories.data ?? [], inTrash), contentListQuery);
  useReviewsLive();
  const [doomed, setDoomed] = useState<ListedContent>();
  const undo = useAction({
    run: ({ id, version, publish }: { id: string; version: number; publish: boolean }) =>
      untrashContent({ id, version }, publish),
    done: contentToasts.updated,
    failure: contentToasts.updateFailed,
    refreshes: [CONTENTS],
  });
  const isGone = doomed?.trashed_at != null;
  return (
    <>
      <DataListPage
        list={list}
        title={inTrash ? 'Lixeira' : 'Todos os Conteúdos'}
        explanation={
          inTrash
            ? 'O que foi excluído fica aqui por 30 dias e pode ser restaurado.'
            : 'Tudo o que está no site e o que ainda não está. O título abre o conteúdo.'
        }
        action={
          <div className="flex flex-wrap gap-3">
            {!inTrash && <ContentProposals />}
            <Button size="small" onClick={() => navigate(signedInPaths.adminContent(NEW_CONTENT))}>
              <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
              Novo Conteúdo
            </Button>
          </div>
        }
        summary={
          <>
            <Places inTrash={inTrash} />
            {!inTrash && <Unfinished />}
          </>
        }
        filtersClass="sm:grid-cols-2 lg:grid-cols-4"
        failed={LOAD_FAILED}
        loading="Carregando os conteúdos"
        rowsOf={(page) => page.contents}
        empty={inTrash && !list.values.search ? EMPTY_TRASH : NOTHING_FOUND}
        emptyYet={emptyContents}
        showAll="Ver todos os conteúdos"
      >
        {(rows) => (
          <DataTable
            columns={columnsOf(setDoomed)}
            rows={rows}
            rowClass="max-lg:grid max-lg:grid-cols-[4.5rem_minmax(0,1fr)] max-lg:gap-x-4 max-lg:gap-y-2.5 max-lg:pt-4.5 max-lg:pb-2"
          />
        )}
      </DataListPage>
      <ConfirmDelete
        item={doomed}
        onClose={() => setDoomed(undefined)}
        title="Tem certeza que deseja excluir este conteúdo?"
        description={
          isGone
            ? `“${doomed.title}” será excluído com todas as suas versões. A exclusão não pode ser desfeita.`
            : `“${doomed?.title ?? ''}” sai do site agora e fica 30 dias na lixeira.`
        }
        run={async (content): Promise<Content | undefined> => {
          if (isGone) {
            await deleteContent(content.id);
            return undefined;
          }
          return trashContent(content);
        }}
        done={(trashed, { is_published: publish, publish_at: publishAt }) => {
          if (!isContent(trashed)) return contentToasts.deleted;
          const { id, version } = trashed;
          return trashedToast(publishAt !== null, () => undo.mutate({ id, version, publish }));
        }}
        failure={contentToasts.deleteFailed}
        refreshes={[CONTENTS]}
      />
    </>
  );
}

/** The contents, and the deleted ones with their number. */
function Places({ inTrash }: { inTrash: boolean }) {
  const { data: trashed } = useQuery(trashCountQuery);
  return (
    <nav aria-label="Listas de conteúdos" className="-mt-3 mb-6 flex gap-2">
      <ChipLink href={path} current={!inTrash}>
        Conteúdos
      </ChipLink>
      <ChipLink href={signedInPaths.adminContents({ situacao: TRASH })} current={inTrash}>
        Lixeira{trashed ? ` (${formatNumber(trashed)})` : ''}
      </ChipLink>
    </nav>
  );
}
