import { paths } from '@/app/pages';
import { formatDate } from '@/lib/format';
import { Link, TextLink } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { StateBadge } from '@/ui/state-badge';
import { ServerCsvButton } from '@/widgets/csv-button';
import { DataListPage, sortingOf, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import { type Filters, orderFilter } from '@/widgets/filters';
import { type Charge, type ChargeFilters, type ChargesPage, chargeRequest, chargesQuery } from './queries';
import { memberName, money, OTHER_PRODUCT, offerNameOf } from './text';

const FILTERS: Filters<ChargeFilters, ChargesPage> = {
  search: { key: 'busca', type: 'search', label: 'Buscar', note: 'por nome ou e-mail' },
  state: {
    key: 'situacao',
    label: 'Situação',
    all: 'Todas as situações',
    options: {
      failed: 'Falharam e não foram pagas',
      open: 'Em aberto',
      paid: 'Pagas',
      refunded: 'Devolvidas',
      other_product: 'De outro produto',
    },
  },
  order: orderFilter('created_desc', {
    created_desc: 'Mais recentes',
    created: 'Mais antigas',
    name: 'Nome, de A a Z',
    name_desc: 'Nome, de Z a A',
    amount_desc: 'Valor, maiores antes',
    amount: 'Valor, menores antes',
  }),
};

function ChargeBadge({ charge }: { charge: Charge }) {
  if (charge.refunded_at) return <StateBadge tone="waiting">Devolvida</StateBadge>;
  if (charge.status === 'paid') return <StateBadge tone="success">Paga</StateBadge>;
  if (charge.failed_at || charge.status === 'uncollectible') return <StateBadge tone="failure">Falhou</StateBadge>;
  return <StateBadge tone="running">{charge.status === 'void' ? 'Anulada' : 'Em aberto'}</StateBadge>;
}

/** Returns the events of a charge, with their days. */
function daysOf({ created_at: created, paid_at: paid, failed_at: failed, refunded_at: refunded }: Charge): string {
  const words = [
    created && `Cobrada em ${formatDate(created)}`,
    failed && `falhou em ${formatDate(failed)}`,
    paid && `paga em ${formatDate(paid)}`,
    refunded && `devolvida em ${formatDate(refunded)}`,
  ];
  return words.filter(Boolean).join(' · ');
}

const COLUMNS: readonly Column<Charge>[] = [
  {
    head: 'Membro',
    order: 'name',
    headClass: 'w-80',
    inBlock: true,
    cell: (charge) => {
      const name = charge.user_id ? memberName(charge) : 'Conta excluída';
      return (
        <>
          {charge.user_id ? (
            <Link
              href={paths.adminMember(charge.user_id)}
              className="font-label [overflow-wrap:anywhere] hover:text-north"
            >
              {name}
            </Link>
          ) : (
            <span className="font-label">{name}</span>
          )}
          {charge.email && charge.email !== name && (
            <span className="block type-meta [overflow-wrap:anywhere]">
              <SoftBreaks text={charge.email} />
            </span>
          )}
          {charge.tax_id && <span className="block type-meta tabular-nums">{charge.tax_id}</span>}
        </>
      );
    },
  },
  {
    head: 'Valor',
    order: 'amount',
    descFirst: true,
    headClass: 'w-32',
    inBlock: true,
    className: 'tabular-nums',
    cell: (charge) => (
      <>
        {money(charge.amount)}
        <span className="type-meta lg:block"> {charge.plan ? offerNameOf(charge) : OTHER_PRODUCT}</span>
      </>
    ),
  },
  { head: 'Situação', headClass: 'w-28', inBlock: true, cell: (charge) => <ChargeBadge charge={charge} /> },
  {
    head: 'Andamento',
    order: 'created',
    descFirst: true,
    inBlock: true,
    className: 'type-meta tabular-nums',
    cell: daysOf,
  },
  {
    head: 'Recibo',
    headClass: 'w-52',
    className: 'type-meta whitespace-nowrap',
    cell: ({ number, hosted_url: url }) => (url ? <TextLink href={url}>{number ?? 'Abrir'}</TextLink> : number),
  },
];

/** The charges of all members. */
export function Charges() {
  const list = useDataList(paths.adminCharges, FILTERS, chargesQuery);
  return (
    <DataListPage
      list={list}
      title="Cobranças"
      explanation="Todas as cobranças. As que falharam nos últimos 60 dias e não foram pagas são as que ainda dá para recuperar: abra o membro e envie o link da assinatura. As de outro produto não dão acesso nem contam na receita."
      action={<ServerCsvButton name="cobrancas" call={{ name: 'export-charges', body: chargeRequest(list.values) }} />}
      filtersClass="sm:max-lg:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_18rem]"
      loading="Carregando as cobranças"
      failed="Não foi possível carregar as cobranças."
      rowsOf={({ charges }) => charges}
      empty={{ title: 'Nenhuma cobrança encontrada', description: 'Nada corresponde a esta busca e a esta situação.' }}
      showAll="Ver todas as cobranças"
      emptyYet={{ title: 'Nenhuma cobrança ainda', description: 'A primeira aparece aqui quando alguém assinar.' }}
    >
      {(charges) => <DataTable columns={COLUMNS} rows={charges} sorting={sortingOf(list)} />}
    </DataListPage>
  );
}
