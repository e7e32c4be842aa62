import { paths } from '@/app/paths';
import { formatDate } from '@/lib/format';
import { Link } from '@/ui/link';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import type { Member } from './queries';
import { StateMark } from './state-mark';
import { memberName, paymentText, planName, untilText } from './text';

/** The members of a page. Below 1024 px each row is a block. */
export function MembersTable({ members }: { members: readonly Member[] }) {
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          <TableHeadCell>Membro</TableHeadCell>
          <TableHeadCell className="w-36">Plano</TableHeadCell>
          <TableHeadCell>Situação</TableHeadCell>
          <TableHeadCell className="w-32">Desde</TableHeadCell>
          <TableHeadCell className="w-44">Acesso</TableHeadCell>
          <TableHeadCell className="w-48">Último pagamento</TableHeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} />
        ))}
      </tbody>
    </Table>
  );
}

function MemberRow({ member }: { member: Member }) {
  const name = memberName(member);
  const since = member.since ? formatDate(member.since) : '';
  return (
    <TableRow className="relative max-lg:grid max-lg:gap-2 max-lg:py-4">
      <TableCell className="max-lg:p-0">
        <Link
          href={paths.adminMember(member.id)}
          className="font-label [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-north"
        >
          {name}
        </Link>
        {member.email && member.email !== name && (
          <span className="block type-meta [overflow-wrap:anywhere]">{member.email}</span>
        )}
        <span className="block type-meta tabular-nums lg:hidden">
          {[planName(member.plan), since && `desde ${since}`, untilText(member)].filter(Boolean).join(' · ')}
        </span>
        <span className="block type-meta tabular-nums lg:hidden">Último pagamento: {paymentText(member)}</span>
      </TableCell>
      <TableCell className="text-foreground-2 max-lg:hidden">{planName(member.plan)}</TableCell>
      <TableCell className="max-lg:p-0">
        <StateMark state={member.state} />
      </TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">
        {member.since && <time dateTime={member.since}>{since}</time>}
      </TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">{untilText(member)}</TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">{paymentText(member)}</TableCell>
    </TableRow>
  );
}
