import { FileUp } from 'lucide-react';
import { useState } from 'react';
import type { Page } from '@/lib/backend';
import type { CsvColumn } from '@/lib/csv';
import { formatDate, formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge, type StateTone } from '@/ui/state-badge';
import { CsvButton } from '@/widgets/csv-button';
import { DataListPage, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import type { Filters } from '@/widgets/filters';
import { letterPaths } from '../links';
import { ImportDialog } from './import-dialog';
import {
  allSubscriptions,
  type SubscriberFilters,
  type Subscription,
  type SubscriptionState,
  stateOf,
  subscribersQuery,
} from './subscriber-queries';

const STATES: Readonly<Record<SubscriptionState, { label: string; tone: StateTone }>> = {
  active: { label: 'Recebe', tone: 'success' },
  unconfirmed: { label: 'Sem confirmação', tone: 'waiting' },
  left: { label: 'Saiu', tone: 'failure' },
};

const FILTERS: Filters<SubscriberFilters, Page<Subscription>> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por parte do endereço' },
  state: { key: 'situacao', label: 'Situação', all: 'Todas as situações', options: STATES },
};

const optionalDate = (at: string | null) => (at ? formatDate(at) : '–');

const sinceText = ({ created_at: created, unsubscribed_at: left }: Subscription) =>
  [`inscrito em ${formatDate(created)}`, left && `saiu em ${formatDate(left)}`].filter(Boolean).join(' · ');

const COLUMNS: readonly Column<Subscription>[] = [
  {
    head: 'Endereço',
    inBlock: true,
    className: '[overflow-wrap:anywhere]',
    cell: (row) => (
      <>
        <span className="font-label">
          <SoftBreaks text={row.email} />
        </span>
        <span className="block type-meta tabular-nums lg:hidden">{sinceText(row)}</span>
      </>
    ),
  },
  {
    head: 'Situação',
    headClass: 'w-44',
    inBlock: true,
    cell: (row) => {
      const { label, tone } = STATES[stateOf(row)];
      return <StateBadge tone={tone}>{label}</StateBadge>;
    },
  },
  {
    head: 'Etiquetas',
    inBlock: true,
    className: 'max-lg:empty:hidden',
    cell: ({ tags }) =>
      tags.length > 0 && (
        <span className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </span>
      ),
  },
  { head: 'Inscrição', headClass: 'w-32', cell: ({ created_at: at }) => formatDate(at) },
  {
    head: 'Consentimento',
    headClass: 'w-44',
    cell: (row) => {
      const { at, source } = consentOf(row);
      return (
        <>
          {optionalDate(at)}
          {at && <span className="block type-meta [overflow-wrap:anywhere]">{source}</span>}
        </>
      );
    },
  },
  { head: 'Saída', headClass: 'w-32', cell: ({ unsubscribed_at: at }) => optionalDate(at) },
];

/** Time and source of the consent; without a confirmation there is none. */
function consentOf({ confirmed_at: confirmed, consented_at: at, consent_source: source }: Subscription) {
  return confirmed ? { at: at ?? confirmed, source: source ?? 'Formulário do site' } : { at: null, source: null };
}

const optionalTime = (at: string | null) => at && formatDateTime(at);

const CSV: readonly CsvColumn<Subscription>[] = [
  ['E-mail', ({ email }) => email],
  ['Situação', (row) => STATES[stateOf(row)].label],
  ['Inscrição', ({ created_at: at }) => formatDateTime(at)],
  ['Confirmação', ({ confirmed_at: at }) => optionalTime(at)],
  ['Consentimento', (row) => optionalTime(consentOf(row).at)],
  ['Origem do consentimento', (row) => consentOf(row).source],
  ['Saída', ({ unsubscribed_at: at }) => optionalTime(at)],
  ['Etiquetas', ({ tags }) => tags.join(', ')],
];

function ImportButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="line" size="small" onClick={() => setOpen(true)}>
        <FileUp aria-hidden="true" className="size-4" strokeWidth={1.6} />
        Importar planilha
      </Button>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The addresses of the open newsletter. */
export function Subscribers() {
  const list = useDataList(letterPaths.part('inscritos'), FILTERS, subscribersQuery);
  return (
    <DataListPage
      list={list}
      title="Inscritos"
      explanation="Os endereços da newsletter aberta, do mais recente ao mais antigo. Quem não confirmou ou saiu não recebe nada. A planilha traz quem corresponde aos filtros."
      action={
        <div className="flex flex-wrap gap-2">
          <ImportButton />
          <CsvButton name="inscritos" columns={CSV} rows={() => allSubscriptions(list.values)} />
        </div>
      }
      filtersClass="sm:grid-cols-[minmax(0,1fr)_16rem]"
      loading="Carregando os inscritos"
      failed="Não foi possível carregar os inscritos."
      rowsOf={({ rows }) => rows}
      empty={{
        title: 'Ninguém encontrado',
        description: 'Nenhum endereço corresponde a esta busca e a esta situação.',
      }}
      showAll="Ver todos os inscritos"
      emptyYet={{
        title: 'Ninguém inscrito ainda',
        description: 'Quem deixar o e-mail no fim de uma página do site aparece aqui.',
      }}
    >
      {(rows) => <DataTable columns={COLUMNS} rows={rows} />}
    </DataListPage>
  );
}
