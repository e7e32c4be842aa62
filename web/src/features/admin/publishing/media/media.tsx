import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { paths } from '@/app/pages';
import { usePanelAccess } from '@/entities/panel-access';
import { formatDate, isoDay } from '@/lib/format';
import { withQuery } from '@/lib/query-string';
import { useNavigate, useSearchParams } from '@/lib/router';
import { buttonClass } from '@/ui/button';
import { Field } from '@/ui/field';
import { Link, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Select } from '@/ui/select';
import { SoftBreaks } from '@/ui/soft-breaks';
import { Empty } from '@/ui/start/empty';
import { type Column, DataTable } from '@/widgets/data-table';
import { SearchForm } from '@/widgets/filter-bar';
import { MediaPreview } from '@/widgets/media/media-preview';
import {
  type FilesPage,
  type MediaFile,
  type MediaFilters,
  type MediaKind,
  mediaPageQuery,
} from '@/widgets/media/queries';
import { factsOf, nameOf, sizeOf } from '@/widgets/media/text';
import { namesQuery } from '../contents/queries';
import { FileActions } from './file-actions';
import { FileUses } from './file-uses';
import { RemoveUnused } from './remove-unused';
import { SendButton, SendProgress, useSendFiles } from './send-files';

const KINDS: readonly { value: MediaKind | ''; label: string }[] = [
  { value: '', label: 'Todos os tipos' },
  { value: 'image', label: 'Imagens' },
  { value: 'video', label: 'Vídeos' },
  { value: 'audio', label: 'Áudios' },
  { value: 'document', label: 'Documentos' },
];

const UNUSED = 'sem-uso';

const USES = [
  { value: '', label: 'Com e sem uso' },
  { value: UNUSED, label: 'Sem uso' },
];

/** The state of the list in the address. */
interface MediaPlace {
  busca: string;
  tipo: string;
  uso: string;
  depois: string;
}

const hrefOf = ({ busca, tipo, uso, depois }: Partial<MediaPlace>): string =>
  withQuery(paths.adminMedia, {
    busca: busca || undefined,
    tipo: tipo || undefined,
    uso: uso || undefined,
    depois: depois || undefined,
  });

/** The media library: every file of contents and lessons, where it is used, and what can be done with it. */
export function Media() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [busca, tipo, uso, depois] = ['busca', 'tipo', 'uso', 'depois'].map((key) => params.get(key) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  const place: MediaPlace = { busca, tipo, uso, depois };
  const filters: MediaFilters = {
    search: busca,
    kind: KINDS.find(({ value }) => value === tipo)?.value || undefined,
    unused: uso === UNUSED,
  };
  const { isAdmin } = usePanelAccess();
  const sending = useSendFiles();
  const result = useQuery({
    ...mediaPageQuery(filters, depois || undefined),
    placeholderData: keepPreviousData,
  });
  // Another filter begins at the newest file.
  const change = (news: Partial<MediaPlace>) => navigate(hrefOf({ ...place, depois: '', ...news }));
  return (
    <>
      <PanelHeading title="Mídia">
        <div className="flex flex-wrap gap-2">
          {isAdmin && <RemoveUnused />}
          <SendButton {...sending} />
        </div>
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">
        {isAdmin
          ? 'As imagens, os vídeos, os áudios e os documentos dos conteúdos e das aulas, e onde cada um aparece.'
          : 'As imagens, os vídeos, os áudios e os documentos dos conteúdos, e onde cada um aparece. Você substitui os que só aparecem no que pode mudar.'}{' '}
        Arquivos sem uso são removidos após um dia, menos os enviados por esta página: esses ficam até alguém excluir.
      </p>
      <SendProgress {...sending} />
      <div className="mb-8 grid gap-4 border-y border-border py-6 sm:grid-cols-2 md:grid-cols-[minmax(0,2fr)_repeat(2,minmax(0,1fr))]">
        <SearchForm
          label="Buscar"
          note="pelo nome do arquivo"
          search={busca}
          onSearch={(text) => change({ busca: text })}
          className="sm:max-md:col-span-full"
        />
        <Field label="Tipo">
          {(control) => (
            <Select
              {...control}
              value={tipo}
              onChange={(event) => change({ tipo: event.target.value })}
              options={KINDS}
            />
          )}
        </Field>
        <Field label="Uso">
          {(control) => (
            <Select {...control} value={uso} onChange={(event) => change({ uso: event.target.value })} options={USES} />
          )}
        </Field>
      </div>
      <Loaded
        query={result}
        failed="Não foi possível carregar os arquivos."
        loading="Carregando os arquivos"
        skeleton={SKELETON_ROWS}
      >
        {(page) => <Files page={page} place={place} />}
      </Loaded>
    </>
  );
}

const SKELETON_ROWS: readonly string[] = Array.from({ length: 6 }, () => 'mt-3 h-18 w-full');

function Files({ page: { files, next }, place }: { page: FilesPage; place: MediaPlace }) {
  const names = useQuery(namesQuery(files.flatMap(({ owner_id: id }) => (id ? [id] : []))));
  if (files.length === 0) return <NoFiles place={place} />;
  return (
    <>
      <DataTable
        columns={columnsOf(names.data ?? {})}
        rows={files}
        rowClass="relative max-lg:grid max-lg:grid-cols-[5rem_minmax(0,1fr)] max-lg:gap-x-4 max-lg:gap-y-2 max-lg:py-4"
      />
      {(next || place.depois) && (
        <nav aria-label="Páginas da lista" className="mt-6 flex flex-wrap items-center gap-3">
          {place.depois && (
            <Link href={hrefOf({ ...place, depois: '' })} className={buttonClass('line', 'small')}>
              Voltar aos mais recentes
            </Link>
          )}
          {next && (
            <Link href={hrefOf({ ...place, depois: next })} rel="next" className={buttonClass('line', 'small')}>
              Mais antigos
              <ArrowRight aria-hidden="true" className="size-4" strokeWidth={1.6} />
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function NoFiles({ place: { busca, tipo, uso, depois } }: { place: MediaPlace }) {
  if (busca || tipo || depois || uso) {
    return (
      <Empty
        title="Nenhum arquivo encontrado"
        description={
          uso === UNUSED && !busca && !tipo
            ? 'Todos os arquivos estão em uso.'
            : 'Nada corresponde a esta busca e a estes filtros.'
        }
      >
        <TextLink href={paths.adminMedia}>Ver todos os arquivos</TextLink>
      </Empty>
    );
  }
  return (
    <Empty
      title="Nenhum arquivo ainda"
      description="As imagens, gravações e documentos que você enviar aqui ou em um conteúdo aparecem nesta lista."
    />
  );
}

const columnsOf = (names: Readonly<Record<string, string>>): readonly Column<MediaFile>[] => [
  {
    head: <span className="sr-only">Imagem</span>,
    headClass: 'w-24',
    inBlock: true,
    className: 'max-lg:row-span-4',
    cell: (file) => <MediaPreview file={file} className="aspect-square w-20 lg:w-18" />,
  },
  {
    head: 'Arquivo',
    headClass: 'w-[30%]',
    inBlock: true,
    cell: (file) => (
      <>
        <span className="block font-label [overflow-wrap:anywhere]">
          <SoftBreaks text={nameOf(file)} />
        </span>
        <span className="block type-meta tabular-nums">{factsOf(file)}</span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[sizeOf(file), formatDate(file.created_at), names[file.owner_id ?? '']].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { head: 'Uso', inBlock: true, className: 'lg:w-[30%]', cell: (file) => <FileUses file={file} /> },
  { head: 'Tamanho', headClass: 'w-28', className: 'whitespace-nowrap', cell: sizeOf },
  {
    head: 'Enviado em',
    headClass: 'w-36',
    cell: ({ created_at: at, owner_id: owner }) => (
      <>
        <time dateTime={isoDay(at)}>{formatDate(at)}</time>
        {owner && names[owner] && <span className="block type-meta">por {names[owner]}</span>}
      </>
    ),
  },
  {
    head: <span className="block text-right">Ações</span>,
    headClass: 'w-32',
    inBlock: true,
    className: 'max-lg:col-start-2 max-lg:-ml-3',
    cell: (file) => <FileActions file={file} />,
  },
];
