import { formatDateTime } from '@/lib/format';
import { SoftBreaks } from '@/ui/soft-breaks';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { letterPaths } from '../links';
import {
  type CampaignRecipient,
  type CampaignView,
  type RecipientFilters,
  type RecipientsPage,
  recipientsQuery,
} from '../queries';
import { RecipientMark } from '../state-mark';
import { RECIPIENT_STATES, reasonText } from '../text';

const FILTERS: Filters<RecipientFilters, RecipientsPage> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'pelo começo do endereço ou do nome' },
  state: { key: 'situacao', label: 'Situação', all: 'Todas as situações', options: RECIPIENT_STATES },
};

interface Row extends CampaignRecipient {
  id: number;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Endereço',
    inBlock: true,
    className: '[overflow-wrap:anywhere]',
    cell: ({ email, started_at: at }) => (
      <>
        {email ? (
          <span className="font-label">
            <SoftBreaks text={email} />
          </span>
        ) : (
          <span className="text-muted-foreground">Conta apagada</span>
        )}
        {at && <span className="block type-meta tabular-nums lg:hidden">{formatDateTime(at)}</span>}
      </>
    ),
  },
  {
    head: 'Situação',
    headClass: 'lg:w-[34%]',
    inBlock: true,
    cell: ({ state, reason, tries }) => (
      <>
        <RecipientMark state={state} />
        {(reason || tries > 1) && (
          <span className="mt-1 block type-meta [overflow-wrap:anywhere]">
            <SoftBreaks text={[reasonText(reason), tries > 1 && `${tries} tentativas`].filter(Boolean).join(' · ')} />
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Recebe',
    headClass: 'w-44',
    cell: ({ audience }) => (audience === 'full' ? 'Texto completo' : 'Com convite'),
  },
  { head: 'Saída', headClass: 'w-44', cell: ({ started_at: at }) => (at ? formatDateTime(at) : '–') },
];

/** The recipients of a campaign, each with its state. */
export function Recipients({ campaign: { number } }: { campaign: CampaignView }) {
  const list = useDataList(letterPaths.campaign(number), FILTERS, (values) => recipientsQuery(number, values));
  return (
    <div className="mt-6">
      <DataListPage
        list={list}
        title="Destinatários"
        explanation="Fixados no começo do envio, na ordem dos endereços."
        filtersClass="sm:grid-cols-[minmax(0,1fr)_16rem]"
        loading="Carregando os destinatários"
        failed="Não foi possível carregar os destinatários."
        rowsOf={({ recipients }) => recipients.map((row) => ({ ...row, id: row.number }))}
        empty={{
          title: 'Ninguém encontrado',
          description: 'Nenhum destinatário corresponde a esta busca e a esta situação.',
        }}
        showAll="Ver todos os destinatários"
      >
        {(rows) => <DataTable columns={COLUMNS} rows={rows} />}
      </DataListPage>
    </div>
  );
}
