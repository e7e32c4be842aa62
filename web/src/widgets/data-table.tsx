import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Link } from '@/ui/link';
import { Table, TableCell, TableHeadCell, TableRow } from '@/ui/table';

/** A column. Below 1024 px rows are blocks with the columns marked for it. */
export interface Column<Row> {
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  headClass?: string;
  className?: string;
  inBlock?: boolean;
  /** True for the main ink instead of the subdued one. */
  strong?: boolean;
  /** The order by this column, which its head offers; the other way round it ends in `_desc`. */
  order?: string;
  /** True if the first click sorts from the end: the newest, the largest. */
  descFirst?: boolean;
}

/** Order of the rows, and the address of the list in another order. */
export interface Sorting {
  order: string;
  hrefOf: (order: string) => string;
}

export interface DataTableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowClass?: string;
  sorting?: Sorting;
}

/** Rows as a table; as blocks below 1024 px. */
export function DataTable<Row extends { id: string | number }>({
  columns,
  rows,
  rowClass = 'relative max-lg:grid max-lg:gap-2 max-lg:py-4',
  sorting,
}: DataTableProps<Row>) {
  const cells = columns.map((column, index) => ({ ...column, key: index }));
  return (
    <Table className="max-lg:block">
      <thead className="max-lg:hidden">
        <tr>
          {cells.map(({ key, head, headClass, order, descFirst }) =>
            order && sorting ? (
              <SortedHead key={key} order={order} descFirst={descFirst} sorting={sorting} className={headClass}>
                {head}
              </SortedHead>
            ) : (
              <TableHeadCell key={key} className={headClass}>
                {head}
              </TableHeadCell>
            ),
          )}
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

const DESC = '_desc';

/** A head that sorts by its column, and the other way round where it does already. */
function SortedHead({
  order,
  descFirst = false,
  sorting,
  className,
  children,
}: {
  order: string;
  descFirst?: boolean | undefined;
  sorting: Sorting;
  className: string | undefined;
  children: ReactNode;
}) {
  const isAscending = sorting.order === order;
  const isDescending = sorting.order === order + DESC;
  const next = isAscending || (descFirst && !isDescending) ? order + DESC : order;
  const Arrow = isAscending ? ArrowUp : isDescending ? ArrowDown : ArrowUpDown;
  return (
    <TableHeadCell
      className={className}
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : undefined}
    >
      <Link
        href={sorting.hrefOf(next)}
        className={cx(
          'inline-flex min-h-6 items-center gap-1.5 hover:text-foreground',
          (isAscending || isDescending) && 'text-foreground',
        )}
      >
        {children}
        <Arrow aria-hidden="true" className="size-3.5" strokeWidth={1.8} />
      </Link>
    </TableHeadCell>
  );
}
