import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/app/pages';
import { formatDate } from '@/lib/format';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { SoftBreaks } from '@/ui/soft-breaks';
import { ServerCsvButton } from '@/widgets/csv-button';
import { DataListPage, sortingOf, useDataList } from '@/widgets/data-list';
import { type Column, DataTable } from '@/widgets/data-table';
import { type Filters, orderFilter } from '@/widgets/filters';
import { InviteDialog } from './invite-dialog';
import { PersonBadges } from './person-badges';
import { type PeopleFilters, type PeoplePage, type Person, peopleQuery, peopleRequest } from './queries';
import { personName, planNameOf, ROLE_NAMES } from './text';

const FILTERS: Filters<PeopleFilters, PeoplePage> = {
  search: {
    key: 'busca',
    type: 'search',
    label: 'Buscar',
    note: 'por nome, e-mail ou telefone',
    className: 'sm:max-lg:col-span-2 lg:max-xl:col-span-3',
  },
  role: {
    key: 'papel',
    label: 'Papel',
    all: 'Qualquer papel',
    options: { admin: ROLE_NAMES.admin, moderator: ROLE_NAMES.moderator, editor: ROLE_NAMES.editor, none: 'Sem papel' },
  },
  subscription: {
    key: 'assinatura',
    label: 'Assinatura',
    all: 'Todas',
    options: { granted: 'Com acesso', none: 'Sem acesso' },
  },
  state: {
    key: 'estado',
    label: 'Estado',
    all: 'Todas as situações',
    options: {
      confirmed: 'Confirmadas',
      unconfirmed: 'Por confirmar',
      invited: 'Convidadas',
      banned: 'Suspensas',
      second_factor: 'Com 2FA',
    },
  },
  order: orderFilter('created_desc', {
    created_desc: 'Contas mais novas',
    created: 'Contas mais antigas',
    name: 'Nome, de A a Z',
    name_desc: 'Nome, de Z a A',
    last_sign_in_desc: 'Última entrada, recentes antes',
    last_sign_in: 'Última entrada, antigas antes',
  }),
};

const COLUMNS: readonly Column<Person>[] = [
  { head: 'Pessoa', order: 'name', inBlock: true, cell: (person) => <PersonCell person={person} /> },
  { head: 'Situação', inBlock: true, cell: (person) => <PersonBadges person={person} /> },
  { head: 'Assinatura', headClass: 'w-36', cell: ({ access, plan }) => (access ? planNameOf(plan) : 'Não') },
  {
    head: 'Conta desde',
    order: 'created',
    descFirst: true,
    headClass: 'w-32',
    cell: ({ created_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
  },
  {
    head: 'Última entrada',
    order: 'last_sign_in',
    descFirst: true,
    headClass: 'w-36',
    cell: ({ last_sign_in_at: at }) => (at ? formatDate(at) : 'Nunca entrou'),
  },
];

function PersonCell({ person }: { person: Person }) {
  const name = personName(person);
  const { email, phone, created_at: since, last_sign_in_at: last } = person;
  const below = [email, phone && `+${phone}`].filter((text) => text && text !== name);
  return (
    <>
      <Link
        href={paths.adminPerson(person.id)}
        className="font-label [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-north"
      >
        {name}
      </Link>
      {below.length > 0 && (
        <span className="block type-meta [overflow-wrap:anywhere]">
          <SoftBreaks text={below.join(' · ')} />
        </span>
      )}
      <span className="block type-meta tabular-nums lg:hidden">
        Conta desde {formatDate(since)} · {last ? `última entrada ${formatDate(last)}` : 'nunca entrou'}
      </span>
    </>
  );
}

export function People() {
  const list = useDataList(paths.adminPeople, FILTERS, peopleQuery);
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <DataListPage
        list={list}
        title="Pessoas"
        explanation="Contas, papéis e acessos. Cada ação é registrada na auditoria, e ninguém entra na conta de outra pessoa."
        action={
          <span className="flex flex-wrap gap-2">
            <ServerCsvButton name="pessoas" call={{ name: 'export-people', body: peopleRequest(list.values) }} />
            <Button size="small" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden="true" className="size-4" strokeWidth={1.8} />
              Convidar pessoa
            </Button>
          </span>
        }
        filtersClass="sm:max-lg:grid-cols-2 lg:max-xl:grid-cols-3 xl:grid-cols-[minmax(0,1fr)_12rem_14rem_14rem]"
        loading="Carregando as pessoas"
        failed="Não foi possível carregar as pessoas."
        rowsOf={({ people }) => people}
        empty={{
          title: 'Ninguém encontrado',
          description: 'Nenhuma conta corresponde a esta busca e a estes filtros.',
        }}
        showAll="Ver todas as pessoas"
      >
        {(people) => <DataTable columns={COLUMNS} rows={people} sorting={sortingOf(list)} />}
      </DataListPage>
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}
