import { Gift } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { PLAN_NAMES } from '@/entities/plan-names';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { ServerCsvButton } from '@/widgets/csv-button';
import { DataListPage, sortingOf, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import { type Filters, orderFilter } from '@/widgets/filters';
import { CourtesyDialog } from './courtesy-dialog';
import { IncomeGlance } from './income';
import { type Member, type MemberFilters, type MembersPage, memberRequest, membersQuery } from './queries';
import { StateMark } from './state-mark';
import { memberName, offerNameOf, paymentText, STATE_NAMES, untilText } from './text';
import { VipGroup } from './vip-group';
import { Withdrawals } from './withdrawals';

const FILTERS: Filters<MemberFilters, MembersPage> = {
  search: {
    key: 'busca',
    type: 'search',
    label: 'Buscar',
    note: 'por nome ou e-mail',
    className: 'sm:max-lg:col-span-2',
  },
  state: {
    key: 'situacao',
    label: 'Situação',
    all: 'Todas as situações',
    options: STATE_NAMES,
  },
  change: {
    key: 'mudanca',
    label: 'Últimos 7 dias',
    all: 'Todos',
    options: { started: 'Assinaram', ended: 'Cancelaram' },
  },
  plan: { key: 'plano', label: 'Plano', all: 'Qualquer plano', options: PLAN_NAMES },
  order: orderFilter('since_desc', {
    since_desc: 'Quem chegou por último',
    since: 'Quem chegou primeiro',
    name: 'Nome, de A a Z',
    name_desc: 'Nome, de Z a A',
    access: 'Acesso que termina antes',
    access_desc: 'Acesso que termina depois',
  }),
};

const COLUMNS: readonly Column<Member>[] = [
  { head: 'Membro', order: 'name', inBlock: true, cell: (member) => <MemberCell member={member} /> },
  { head: 'Plano', headClass: 'w-36', cell: offerNameOf },
  { head: 'Situação', inBlock: true, cell: ({ state }) => <StateMark state={state} /> },
  {
    head: 'Desde',
    order: 'since',
    descFirst: true,
    headClass: 'w-32',
    cell: ({ since }) => since && <time dateTime={since}>{formatDate(since)}</time>,
  },
  { head: 'Acesso', order: 'access', headClass: 'w-44', cell: untilText },
  { head: 'Último pagamento', headClass: 'w-48', cell: paymentText },
];

function MemberCell({ member }: { member: Member }) {
  const { id, email, since } = member;
  const name = memberName(member);
  return (
    <>
      <Link
        href={paths.adminMember(id)}
        className="font-label [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-north"
      >
        {name}
      </Link>
      {email && email !== name && (
        <span className="block type-meta [overflow-wrap:anywhere]">
          <SoftBreaks text={email} />
        </span>
      )}
      <span className="block type-meta tabular-nums lg:hidden">
        {[offerNameOf(member), since && `desde ${formatDate(since)}`, untilText(member)].filter(Boolean).join(' · ')}
      </span>
      <span className="block type-meta tabular-nums lg:hidden">Último pagamento: {paymentText(member)}</span>
    </>
  );
}

export function Members() {
  const list = useDataList(paths.adminMembers, FILTERS, membersQuery);
  const [giving, setGiving] = useState(false);
  return (
    <>
      <DataListPage
        list={list}
        title="Membros"
        explanation="Assinantes atuais e antigos, e a receita. Cada ação é registrada na auditoria."
        action={
          <span className="flex flex-wrap gap-2">
            <ServerCsvButton name="membros" call={{ name: 'export-members', body: memberRequest(list.values) }} />
            <Button size="small" onClick={() => setGiving(true)}>
              <Gift aria-hidden="true" className="size-4" strokeWidth={1.8} />
              Conceder cortesia
            </Button>
          </span>
        }
        summary={
          <>
            <IncomeGlance />
            <VipGroup above />
            <Withdrawals />
          </>
        }
        filtersClass="sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_14rem_10rem_11rem]"
        loading="Carregando os membros"
        failed="Não foi possível carregar os membros."
        rowsOf={({ members }) => members}
        empty={{
          title: 'Nenhum membro encontrado',
          description: 'Ninguém corresponde a esta busca e a estes filtros.',
        }}
        showAll="Ver todos os membros"
      >
        {(members) => <DataTable columns={COLUMNS} rows={members} sorting={sortingOf(list)} />}
      </DataListPage>
      <VipGroup above={false} />
      <CourtesyDialog open={giving} onClose={() => setGiving(false)} />
    </>
  );
}
