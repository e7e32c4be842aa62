import { formatDate } from '@/lib/format';
import { SoftBreaks } from '@/ui/soft-breaks';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { letterPaths } from '../links';
import { type SuppressedAddress, type SuppressionFilters, type SuppressionsPage, suppressionsQuery } from '../queries';
import { SUPPRESSION_KINDS, SUPPRESSION_SOURCES } from '../text';

const FILTERS: Filters<SuppressionFilters, SuppressionsPage> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por parte do endereço' },
};

interface Row extends SuppressedAddress {
  id: string;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Endereço',
    inBlock: true,
    className: '[overflow-wrap:anywhere]',
    cell: ({ recipient, created_at: at }) => (
      <>
        <span className="font-label">
          <SoftBreaks text={recipient} />
        </span>
        <span className="block type-meta tabular-nums lg:hidden">desde {formatDate(at)}</span>
      </>
    ),
  },
  {
    head: 'Por quê',
    headClass: 'lg:w-[46%]',
    inBlock: true,
    cell: ({ kind, source, reason }) => (
      <>
        {SUPPRESSION_KINDS[kind]}
        <span className="block type-meta [overflow-wrap:anywhere]">
          {SUPPRESSION_SOURCES[source]}
          {reason && (
            <>
              {': '}
              <SoftBreaks text={reason} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    head: 'Desde',
    headClass: 'w-36',
    cell: ({ created_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
  },
];

/** List of the addresses that get no letter. */
export function Suppressions() {
  const list = useDataList(letterPaths.part('suprimidos'), FILTERS, suppressionsQuery);
  return (
    <DataListPage
      list={list}
      title="Endereços suprimidos"
      explanation="Nenhuma carta vai para estes endereços. Eles voltam a receber só quando a própria pessoa se inscreve de novo e confirma."
      filtersClass=""
      loading="Carregando os endereços suprimidos"
      failed="Não foi possível carregar os endereços suprimidos."
      rowsOf={({ suppressions }) => suppressions.map((row) => ({ ...row, id: row.recipient }))}
      empty={{ title: 'Nenhum endereço encontrado', description: 'Nada corresponde a esta busca.' }}
      showAll="Ver todos os endereços suprimidos"
      emptyYet={{
        title: 'Nenhum endereço suprimido',
        description: 'Quem tiver o endereço recusado ou marcar uma carta como spam aparece aqui, com o motivo.',
      }}
    >
      {(rows) => <DataTable columns={COLUMNS} rows={rows} />}
    </DataListPage>
  );
}
