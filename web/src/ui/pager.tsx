import { ArrowLeft, ArrowRight } from 'lucide-react';
import { formatNumber } from '@/lib/format';
import { buttonClass } from './button';
import { Link } from './link';

export interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  hrefOf: (page: number) => string;
}

/** The range of rows shown, and links to the adjacent pages. Nothing where all fit on one. */
export function Pager({ page, perPage, total, hrefOf }: PagerProps) {
  if (total <= perPage && page === 1) return null;
  const first = (page - 1) * perPage + 1;
  const last = Math.min(page * perPage, total);
  return (
    <nav aria-label="Páginas da lista" className="mt-6 flex flex-wrap items-center gap-3">
      {page > 1 && (
        <Link href={hrefOf(page - 1)} rel="prev" className={buttonClass('line', 'small')}>
          <ArrowLeft aria-hidden="true" className="size-4" strokeWidth={1.6} />
          Anteriores
        </Link>
      )}
      {last < total && (
        <Link href={hrefOf(page + 1)} rel="next" className={buttonClass('line', 'small')}>
          Próximas
          <ArrowRight aria-hidden="true" className="size-4" strokeWidth={1.6} />
        </Link>
      )}
      <p className="type-meta tabular-nums">
        {first > total
          ? `Nenhuma de ${formatNumber(total)}`
          : `${formatNumber(first)} a ${formatNumber(last)} de ${formatNumber(total)}`}
      </p>
    </nav>
  );
}

/** The page in an address: at least 1. */
export function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
