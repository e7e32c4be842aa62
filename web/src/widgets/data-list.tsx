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
import { Empty } from '@/ui/empty';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { PanelHeading } from '@/ui/panel-heading';
import type { Option } from '@/ui/select';
import { buttonClass } from '../ui/button';
import { Link } from '../ui/link';
import type { Sorting } from './data-table';
import { FilterBar } from './filter-bar';

/** One page of a list, as the server gives it. */
export interface ListPage {
  total: number;
  per_page: number;
}

/** A filter of a list: a search, a day, or one of several options. */
export interface Filter<Page> {
  /** Key of the filter in the address. */
  key: string;
  label: string;
  note?: string;
  type?: 'search' | 'date';
  options?: readonly Option[] | ((page: Page, value: string) => readonly Option[]);
  className?: string;
  /** Stays beside the search while the other choices are folded, on screens of every width. */
  stays?: boolean;
  /** Kept in the address and chosen elsewhere on the page. */
  isHidden?: boolean;
}

type Filters<Name extends string, Page> = Readonly<Record<Name, Filter<Page>>>;

/** The filters in the address; an empty one filters nothing. */
export type FilterValues<Name extends string> = Record<Name, string> & { page: number };

export interface DataList<Name extends string, Page> {
  path: string;
  filters: Filters<Name, Page>;
  values: FilterValues<Name>;
  result: UseQueryResult<Page>;
}

/** Loads the page of a list that the address names; the previous one stays until then. */
export function useDataList<Name extends string, Page extends ListPage, Key extends QueryKey>(
  path: string,
  filters: Filters<Name, Page>,
  queryOf: (values: FilterValues<Name>) => UndefinedInitialDataOptions<Page, Error, Page, Key>,
): DataList<Name, Page> {
  const [params] = useSearchParams();
  const names = Object.keys(filters) as Name[];
  const asked = Object.fromEntries(names.map((name) => [name, wordOf(filters[name], params)]));
  const values = { ...asked, page: pageOf(params.get('pagina')) } as FilterValues<Name>;
  const result = useQuery({ ...queryOf(values), placeholderData: keepPreviousData });
  return { path, filters, values, result };
}

/**
 * Returns the value of a filter in the address. It is empty if the value is not, or not any more, one of the options.
 */
function wordOf<Page>({ key, options }: Filter<Page>, params: URLSearchParams): string {
  const value = params.get(key) ?? '';
  const isOffered = typeof options !== 'object' || options.some((option) => option.value === value);
  return isOffered ? value : '';
}

function hrefOf<Name extends string, Page>(
  { path, filters }: DataList<Name, Page>,
  values: FilterValues<Name>,
): string {
  const query = Object.entries<Filter<Page>>(filters).map(([name, { key }]) => [key, values[name as Name]]);
  const [page = path, own] = path.split('?', 2);
  const kept = Object.fromEntries(new URLSearchParams(own));
  return withQuery(page, {
    ...kept,
    ...Object.fromEntries(query),
    pagina: values.page > 1 ? String(values.page) : undefined,
  });
}

/** The filter `order` of a list. From 1024 px on the heads of its table sort instead. */
export function orderFilter(usual: string, others: Readonly<Record<string, string>>) {
  const options = Object.entries({ '': usual, ...others }).map(([value, label]) => ({ value, label }));
  return { key: 'ordem', label: 'Ordem', className: 'lg:hidden', options };
}

/** The order of a list whose filter `order` says it, for the heads of its table. */
export function sortingOf<Name extends string, Page>(list: DataList<Name | 'order', Page>, usual: string): Sorting {
  const order = list.values.order || usual;
  return {
    order,
    hrefOf: (wanted) => hrefOf(list, { ...list.values, page: 1, order: wanted === usual ? '' : wanted }),
  };
}

interface Words {
  title: string;
  description: string;
}

export interface DataListPageProps<Name extends string, Page, Row> {
  list: DataList<Name, Page>;
  title: string;
  explanation: string;
  action?: ReactNode;
  summary?: ReactNode;
  filtersClass: string;
  loading: string;
  skeletonRows?: readonly string[];
  failed: string;
  rowsOf: (page: Page) => readonly Row[];
  /** Shown where nothing matches; `showAll` leads to the list without filters. */
  empty: Words;
  showAll: string;
  emptyYet?: Words;
  children: (rows: readonly Row[], page: Page) => ReactNode;
}

export function DataListPage<Name extends string, Page extends ListPage, Row>({
  list,
  rowsOf,
  children,
  ...words
}: DataListPageProps<Name, Page, Row>) {
  const navigate = useNavigate();
  const { values, result } = list;
  // The options of some filters come with the rows.
  const offersKnown = Object.values<Filter<Page>>(list.filters).every(({ options }) => typeof options !== 'function');
  const isNarrowed = values.page !== 1 || Object.keys(list.filters).some((name) => values[name as Name]);
  const empty = (!isNarrowed && words.emptyYet) || words.empty;
  return (
    <>
      <PanelHeading title={words.title} count={result.data?.total ?? null}>
        {words.action}
      </PanelHeading>
      <p className="-mt-3 mb-8 max-w-[62ch] type-ui text-muted-foreground">{words.explanation}</p>
      {words.summary}
      {(result.data || offersKnown) && (
        <FilterBar
          list={list}
          className={words.filtersClass}
          onChange={(name, value) => navigate(hrefOf(list, { ...values, page: 1, [name]: value }))}
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
            <Empty {...empty}>
              {empty !== words.emptyYet && <TextLink href={list.path}>{words.showAll}</TextLink>}
            </Empty>
          ) : (
            <>
              {children(rows, page)}
              <Pager
                page={values.page}
                perPage={page.per_page}
                total={page.total}
                hrefOf={(wanted) => hrefOf(list, { ...values, page: wanted })}
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
