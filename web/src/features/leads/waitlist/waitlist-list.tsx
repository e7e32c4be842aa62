import { paths } from '@/app/pages';
import { words } from '@/generated/columns/waitlist_entries';
import type { Page } from '@/lib/backend';
import type { CsvColumn } from '@/lib/csv';
import { formatDate, formatDateTime } from '@/lib/format';
import { TextLink } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { CsvButton } from '@/widgets/csv-button';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { allEntries, type WaitlistEntry, type WaitlistFilters, waitlistQuery } from './list-queries';

const FILTERS: Filters<WaitlistFilters, Page<WaitlistEntry>> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por nome, e-mail ou empresa' },
  size: {
    key: 'pessoas',
    label: 'Pessoas na empresa',
    options: [{ value: '', label: 'Todas' }, ...words.size.map((size) => ({ value: size, label: size }))],
  },
};

const companyOf = ({ company, size }: WaitlistEntry) =>
  [company, size && `${size} pessoas`].filter(Boolean).join(' · ');

const COLUMNS: readonly Column<WaitlistEntry>[] = [
  {
    head: 'Nome',
    inBlock: true,
    strong: true,
    className: '[overflow-wrap:anywhere]',
    cell: (entry) => (
      <>
        <span className="font-label">{entry.name}</span>
        <span className="block">
          <TextLink href={`mailto:${entry.email}`}>
            <SoftBreaks text={entry.email} />
          </TextLink>
        </span>
        <span className="block type-meta tabular-nums lg:hidden">
          {[companyOf(entry), formatDate(entry.created_at)].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  { head: 'Empresa', className: '[overflow-wrap:anywhere]', cell: companyOf },
  { head: 'Desde', headClass: 'w-36', cell: (entry) => formatDate(entry.created_at) },
];

const CSV: readonly CsvColumn<WaitlistEntry>[] = [
  ['Nome', (entry) => entry.name],
  ['E-mail', (entry) => entry.email],
  ['Empresa', (entry) => entry.company],
  ['Pessoas na empresa', (entry) => entry.size],
  ['Desde', (entry) => formatDateTime(entry.created_at)],
];

export function WaitlistPage() {
  const list = useDataList(paths.adminWaitlist, FILTERS, waitlistQuery);
  return (
    <DataListPage
      list={list}
      title="Lista de espera"
      explanation="Quem espera pelo software de gestão, do pedido mais recente ao mais antigo. A planilha traz quem corresponde aos filtros."
      action={<CsvButton name="lista-de-espera" columns={CSV} rows={() => allEntries(list.values)} />}
      filtersClass="sm:grid-cols-[minmax(0,1fr)_14rem]"
      loading="Carregando a lista de espera"
      failed="Não foi possível carregar a lista de espera."
      rowsOf={({ rows }) => rows}
      empty={{ title: 'Ninguém encontrado', description: 'Nenhuma inscrição corresponde a esta busca.' }}
      showAll="Ver a lista inteira"
      emptyYet={{
        title: 'Ninguém na lista ainda',
        description: 'Quem se inscrever na página do software aparece aqui.',
      }}
    >
      {(entries) => <DataTable columns={COLUMNS} rows={entries} />}
    </DataListPage>
  );
}
