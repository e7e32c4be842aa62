import { Plus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import type { Page } from '@/lib/backend';
import { Button } from '@/ui/button';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge } from '@/ui/state-badge';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { GrantDialog } from './grant-dialog';
import { type CourseRecord, type RecordFilters, recordsQuery } from './queries';
import { RecordActions } from './record-actions';
import { endText, sourceText, stateOf } from './text';

const FILTERS: Filters<RecordFilters, Page<CourseRecord>> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por e-mail' },
  state: {
    key: 'estado',
    label: 'Estado',
    all: 'Todos',
    options: { open: 'Com acesso', closed: 'Sem acesso' },
  },
};

const columnsOf = (onWrite: (record: CourseRecord) => void): readonly Column<CourseRecord>[] => [
  { head: 'E-mail', inBlock: true, className: 'font-label [overflow-wrap:anywhere]', cell: emailCell },
  { head: 'Situação', headClass: 'w-44', inBlock: true, cell: stateCell },
  { head: 'Até', headClass: 'w-36', cell: endText },
  { head: 'Origem', headClass: 'w-48', cell: sourceText },
  {
    head: 'Ações',
    headClass: 'w-40',
    inBlock: true,
    className: 'max-lg:-ml-3',
    cell: (record) => <RecordActions record={record} onWrite={() => onWrite(record)} />,
  },
];

const emailCell = (record: CourseRecord) => (
  <>
    <SoftBreaks text={record.email} />
    <span className="block type-meta font-normal tabular-nums lg:hidden">
      {[record.expires_at ? `Até ${endText(record)}` : endText(record), sourceText(record)].join(' · ')}
    </span>
  </>
);

function stateCell(record: CourseRecord) {
  const { tone, label } = stateOf(record);
  return <StateBadge tone={tone}>{label}</StateBadge>;
}

const NEW = 'new';

export function CourseAccess() {
  const list = useDataList(paths.adminCourseAccess, FILTERS, recordsQuery);
  const [writing, setWriting] = useState<CourseRecord | typeof NEW>();
  return (
    <>
      <DataListPage
        list={list}
        title="Acesso aos cursos"
        explanation="Quem entra nos cursos da Hotmart, por e-mail. O que você libera ou encerra manualmente vale até você mudar; os demais seguem a Hotmart."
        action={
          <Button size="small" onClick={() => setWriting(NEW)}>
            <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
            Liberar acesso
          </Button>
        }
        filtersClass="sm:grid-cols-[minmax(0,1fr)_14rem]"
        loading="Carregando os acessos"
        failed="Não foi possível carregar os acessos."
        rowsOf={({ rows }) => rows}
        empty={{ title: 'Nenhum acesso encontrado', description: 'Nenhum registro corresponde a esta busca.' }}
        showAll="Ver todos os acessos"
        emptyYet={{
          title: 'Nenhum acesso registrado',
          description: 'Compras na Hotmart aparecem aqui. Você também pode liberar um e-mail manualmente.',
        }}
      >
        {(records) => <DataTable columns={columnsOf(setWriting)} rows={records} />}
      </DataListPage>
      <GrantDialog
        open={writing !== undefined}
        record={writing === NEW ? undefined : writing}
        suggestedUrl={list.result.data?.rows.find((record) => record.course_url)?.course_url ?? ''}
        onClose={() => setWriting(undefined)}
      />
    </>
  );
}
