import { StateBadge } from '@/ui/state-badge';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';
import type { CourseRecord } from './queries';
import { RecordActions } from './record-actions';
import { endText, sourceText, stateOf } from './text';

export interface RecordsTableProps {
  records: readonly CourseRecord[];
  onWrite: (record: CourseRecord) => void;
}

/** The records of a page. Below 1024 px each row is a block. */
export function RecordsTable({ records, onWrite }: RecordsTableProps) {
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          <TableHeadCell>E-mail</TableHeadCell>
          <TableHeadCell className="w-44">Situação</TableHeadCell>
          <TableHeadCell className="w-36">Até</TableHeadCell>
          <TableHeadCell className="w-48">Origem</TableHeadCell>
          <TableHeadCell className="w-40">Ações</TableHeadCell>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {records.map((record) => (
          <RecordRow key={record.id} record={record} onWrite={onWrite} />
        ))}
      </tbody>
    </Table>
  );
}

function RecordRow({ record, onWrite }: { record: CourseRecord; onWrite: (record: CourseRecord) => void }) {
  const { tone, label } = stateOf(record);
  return (
    <TableRow className="max-lg:grid max-lg:gap-2 max-lg:py-4">
      <TableCell className="font-label [overflow-wrap:anywhere] max-lg:p-0">
        {record.email}
        <span className="block type-meta font-normal tabular-nums lg:hidden">
          {[record.expires_at ? `Até ${endText(record)}` : endText(record), sourceText(record)].join(' · ')}
        </span>
      </TableCell>
      <TableCell className="max-lg:p-0">
        <StateBadge tone={tone}>{label}</StateBadge>
      </TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">{endText(record)}</TableCell>
      <TableCell className="text-foreground-2 tabular-nums max-lg:hidden">{sourceText(record)}</TableCell>
      <TableCell className="max-lg:-ml-3 max-lg:p-0">
        <RecordActions record={record} onWrite={() => onWrite(record)} />
      </TableCell>
    </TableRow>
  );
}
