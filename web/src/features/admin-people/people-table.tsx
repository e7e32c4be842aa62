import { paths } from '@/app/paths';
import { formatDate } from '@/lib/format';
import { Link } from '@/ui/link';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import { PersonBadges } from './person-badges';
import type { Person } from './queries';
import { personName, planName } from './text';

/** The people of a page. Below 1024 px each row is a block. */
export function PeopleTable({ people }: { people: readonly Person[] }) {
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          <TableHeadCell>Pessoa</TableHeadCell>
          <TableHeadCell>Situação</TableHeadCell>
          <TableHeadCell className="w-36">Assinatura</TableHeadCell>
          <TableHeadCell className="w-32">Conta desde</TableHeadCell>
          <TableHeadCell className="w-36">Última entrada</TableHeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </tbody>
    </Table>
  );
}

function PersonRow({ person }: { person: Person }) {
  const name = personName(person);
  const below = [person.email, person.phone && `+${person.phone}`].filter((text) => text && text !== name);
  const lastSignIn = person.last_sign_in_at ? formatDate(person.last_sign_in_at) : 'Nunca entrou';
  return (
    <TableRow className="relative max-lg:grid max-lg:gap-2 max-lg:py-4">
      <TableCell className="max-lg:p-0">
        <Link
          href={paths.adminPerson(person.id)}
          className="font-label [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-north"
        >
          {name}
        </Link>
        {below.length > 0 && <span className="block type-meta [overflow-wrap:anywhere]">{below.join(' · ')}</span>}
        <span className="block type-meta tabular-nums lg:hidden">
          {[
            `Conta desde ${formatDate(person.created_at)}`,
            person.last_sign_in_at ? `última entrada ${lastSignIn}` : 'nunca entrou',
          ].join(' · ')}
        </span>
      </TableCell>
      <TableCell className="max-lg:p-0">
        <PersonBadges person={person} />
      </TableCell>
      <TableCell className="text-foreground-2 max-lg:hidden">{person.access ? planName(person.plan) : 'Não'}</TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">
        <time dateTime={person.created_at}>{formatDate(person.created_at)}</time>
      </TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">{lastSignIn}</TableCell>
    </TableRow>
  );
}
