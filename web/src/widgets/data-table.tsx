import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';

/** A column. Below 1024 px rows are blocks with the columns marked for it. */
export interface Column<Row> {
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  headClass?: string;
  className?: string;
  inBlock?: boolean;
  /** In the main ink instead of the subdued one. */
  strong?: boolean;
}

export interface DataTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowClass?: string;
}

/** Rows as a table; as blocks below 1024 px. */
export function DataTable<Row extends { id: string | number }>({
  columns,
  rows,
  rowClass = 'relative max-lg:grid max-lg:gap-2 max-lg:py-4',
}: DataTableProps<Row>) {
  const cells = columns.map((column, index) => ({ ...column, key: index }));
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          {cells.map(({ key, head, headClass }) => (
            <TableHeadCell key={key} className={headClass}>
              {head}
            </TableHeadCell>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((row) => (
          <TableRow key={row.id} className={rowClass}>
            {cells.map(({ key, cell, className, inBlock, strong }) => (
              <TableCell
                key={key}
                className={cx(
                  inBlock ? 'max-lg:p-0' : 'tabular-nums max-lg:hidden',
                  !(inBlock || strong) && 'text-foreground-2',
                  className,
                )}
              >
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
