import { useQuery } from '@tanstack/react-query';
import type { ContentsContent } from '@/generated/content';
import type { ListedType } from '@/lib/content';
import { formatNumber } from '@/lib/format';
import { Link, LinkArrow } from '@/ui/link';
import { countsQuery } from '../list-queries';
import { typePaths } from '../type-paths';

const TYPES: readonly ListedType[] = ['article', 'video', 'audio'];

/** How much there is of each type, as the way to it: three numerals in one row between hairlines. */
export function HubCounters({ lists }: Pick<ContentsContent, 'lists'>) {
  const { data: counts } = useQuery(countsQuery);
  return (
    <nav aria-label="Conteúdos por tipo" className="border-y border-border">
      <ul className="wrap grid md:grid-cols-3">
        {TYPES.map((type) => (
          <li
            key={type}
            className="border-border max-md:not-first:border-t md:not-first:border-l md:not-first:pl-[clamp(1.25rem,2.4vw,2.5rem)]"
          >
            <Link
              href={typePaths[type]}
              className="group flex h-full items-end justify-between gap-4 py-6 md:flex-col md:items-start md:justify-start md:gap-6 md:py-[clamp(2rem,3.4vw,3.25rem)]"
            >
              <span className="type-numeral text-[clamp(4rem,2.6rem+6.4vw,8.5rem)] transition-colors duration-(--dur-1) group-hover:text-north">
                {/* Its place is kept while the number is not known. */}
                {counts ? formatNumber(counts[type]) : '\u00a0'}
              </span>
              <span className="inline-flex min-h-11 items-center gap-2 font-label type-ui">
                {lists[type].title}
                <LinkArrow className="text-north" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
