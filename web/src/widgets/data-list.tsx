import {
  keepPreviousData,
  type QueryKey,
  type UndefinedInitialDataOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '@/lib/format';
import { withQuery } from '@/lib/query-string';
import { useNavigate, useSearchParams } from '@/lib/router';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import { Empty } from '@/ui/start/empty';
import { buttonClass } from '../ui/button';
import { Link } from '../ui/link';
import type { Sorting } from './data-table';
import { FilterBar } from './filter-bar';
import { type AnyFilter, type Filtered, type Filters, optionsOf } from './filters';

/** One page of a list, as the server gives it. */
export interface ListPage {
  total: number;
  per_page: number;
}

interface Paged {
  page?: number;
}

export interface DataList<Values extends Paged, Page> extends Filtered<Page> {
  path: string;
  page: number;
  values: Values;
  result: UseQueryResult<Page>;
}

/** Loads the page of a list that the address names; the previous one stays until then. */
export function useDataList<Values extends Paged, Page extends ListPage, Key extends QueryKey>(
  path: string,
  filters: Filters<Values, Page> & Readonly<Record<string, AnyFilter<Page>>>,
  queryOf: (values: Values) => UndefinedInitialDataOptions<Page, Error, Page, Key>,
): DataList<Values, Page> {
  const [params] = useSearchParams();
  const words = Object.entries<AnyFilter<Page>>(filters).map(
    ([name, filter]) => [name, wordOf(filter, params)] as const,
  );
  const chosen = Object.fromEntries(words);
  const page = pageOf(params.get('pagina'));
  // A word that is none of its filter's options is empty here.
  const values = { ...chosen, page } as unknown as Values;
  const result = useQuery({ ...queryOf(values), placeholderData: keepPreviousData });
  return { path, filters, chosen, page, values, result };
}

/**
 * Returns the value of a filter in the address. It is empty if the value is not, or not any more, one of the options.
 */
function wordOf<Page>(filter: AnyFilter<Page>, params: URLSearchParams): string {
  const value = params.get(filter.key) ?? '';
  const options = optionsOf(filter, undefined, value);
  return !options || options.some((option) => option.value === value) ? value : '';
}

function hrefOf<Values extends Paged, Page>(
  { path, filters, chosen }: DataList<Values, Page>,
  changed: Readonly<Record<string, string>>,
  page = 1,
): string {
  const words = { ...chosen, ...changed };
  const query = Object.entries(filters).map(([name, { key }]) => [key, words[name]]);
  const [target = path, own] = path.split('?', 2);
  const kept = Object.fromEntries(new URLSearchParams(own));
  return withQuery(target, {
    ...kept,
    ...Object.fromEntries(query),
    pagina: page > 1 ? String(page) : undefined,
  });
}

/** The order of a list whose filter `order` says it, for the heads of its table. */
export function sortingOf<Values extends Paged, Page>(list: DataList<Values, Page>): Sorting {
  const usual = list.filters.order?.usual;
  return {
    order: list.chosen.order || (usual ?? ''),
    hrefOf: (wanted) => hrefOf(list, { order: wanted === usual ? '' : wanted }),
  };
}

interface Words {
  title: string;
  description: string;
}

export interface DataListPageProps<Values extends Paged, Page, Row> {
  list: DataList<Values, Page>;
  title: string;
  explanation: string;
  action?: ReactNode;
  summary?: ReactNode;
  /** Absent for a list without filters. */
  filtersClass?: string;
  loading: string;
  skeletonRows?: readonly string[];
  failed: string;
  rowsOf: (page: Page) => readonly Row[];
  /** Shown where nothing matches; `showAll` leads to the list without filters. */
  empty: Words;
  showAll: string;
  /** Shown where there is nothing yet; `action`: how to begin. */
  emptyYet?: Words & { action?: ReactNode };
  children: (rows: readonly Row[], page: Page) => ReactNode;
}

export function DataListPage<Values extends Paged, Page extends ListPage, Row>({
  list,
  rowsOf,
  children,
  ...words
}: DataListPageProps<Values, Page, Row>) {
  const navigate = useNavigate();
  const { page: number, result } = list;
  // The options of some filters come with the rows.
  const offersKnown = Object.values(list.filters).every(({ options }) => typeof options !== 'function');
  const hasFilters = Object.keys(list.filters).length > 0;
  const isNarrowed = number !== 1 || Object.values(list.chosen).some(Boolean);
  const empty = (!isNarrowed && words.emptyYet) || words.empty;
  return (
    <>
      <PanelHeading title={words.title} count={result.data?.total ?? null}>
        {words.action}
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{words.explanation}</p>
      {words.summary}
      {hasFilters && (result.data || offersKnown) && (
        <FilterBar
          list={list}
          className={words.filtersClass ?? ''}
          onChange={(name, value) => navigate(hrefOf(list, { [name]: value }))}
        />
      )}
      <Loaded
        query={result}
        failed={words.failed}
        loading={words.loading}
        skeleton={words.skeletonRows ?? SKELETON_ROWS}
      >
        {(page) => {
          const rows = rowsOf(page);
          return rows.length === 0 ? (
            <Empty title={empty.title} description={empty.description}>
              {empty === words.emptyYet ? (
                words.emptyYet?.action
              ) : (
                <TextLink href={list.path}>{words.showAll}</TextLink>
              )}
            </Empty>
          ) : (
            <>
              {children(rows, page)}
              <Pager
                page={number}
                perPage={page.per_page}
                total={page.total}
                hrefOf={(wanted) => hrefOf(list, {}, wanted)}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const SKELETON_ROWS: readonly string[] = Array.from({ length: 6 }, () => 'mt-3 h-15 w-full');

interface PagerProps {
  page: number;
  perPage: number;
  total: number;
  hrefOf: (page: number) => string;
}

/** The range of rows shown, and links to the adjacent pages. Renders nothing if all rows fit on one page. */
function Pager({ page, perPage, total, hrefOf }: PagerProps) {
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
function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
