import { formatNumber } from '@/lib/format';

export interface Ranked {
  name: string;
  count: number;
}

/** Names with their counts, the most first; the line under each is its share of the first. */
export function Ranking({
  title,
  nameLabel,
  countLabel,
  rows,
  none,
}: {
  title: string;
  nameLabel: string;
  countLabel: string;
  rows: readonly Ranked[];
  /** Said where there are no rows. */
  none: string;
}) {
  const most = rows[0]?.count ?? 1;
  return (
    <section>
      <h3 className="border-t border-border-strong pt-4 type-title-2">{title}</h3>
      {rows.length === 0 ? (
        <p className="mt-4 text-foreground-2">{none}</p>
      ) : (
        <table className="mt-2 w-full table-fixed border-collapse type-ui">
          <colgroup>
            <col />
            <col className="w-20" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">{nameLabel}</th>
              <th scope="col">{countLabel}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, count }) => (
              <tr key={name}>
                <th scope="row" className="py-2 pr-4 text-left font-normal">
                  <span className="block truncate" title={name}>
                    {name}
                  </span>
                  <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none" className="mt-1.5 h-1 w-full">
                    <rect width="100" height="1" className="fill-border" />
                    <rect width={(count / most) * 100} height="1" className="fill-foreground" />
                  </svg>
                </th>
                <td className="py-2 text-right align-top tabular-nums">{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
