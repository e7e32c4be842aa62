/** The filters of the panel's lists. */
import type { Option } from '@/ui/select';

interface FilterBase {
  /** Key of the filter in the address. */
  key: string;
  label: string;
  note?: string;
  className?: string;
  /** Stays beside the search while the other choices are folded, on screens of every width. */
  stays?: boolean;
  /** Kept in the address and chosen elsewhere on the page. */
  isHidden?: boolean;
}

/** A search, a day, or one of options that are no fixed words. */
interface TextFilter<Page> extends FilterBase {
  type?: 'search' | 'date';
  options?: readonly Option[] | ((page: Page, value: string) => readonly Option[]);
  all?: undefined;
  usual?: undefined;
}

/** A choice of the words that the request takes, with their labels in this order. Without one the list has all rows, or the usual order. */
type Choice<Word extends string> = FilterBase & {
  type?: undefined;
  options: Readonly<Record<Word, string | { label: string }>>;
} & ({ all: string; usual?: undefined } | { usual: Word; all?: undefined });

/** Any filter of a list. */
export type AnyFilter<Page> = TextFilter<Page> | Choice<string>;

/** The filters of a list by name: where the request takes certain words, a choice that names each of them. */
export type Filters<Values, Page> = {
  readonly [Name in Exclude<keyof Values, 'page'>]: string extends NonNullable<Values[Name]>
    ? TextFilter<Page>
    : Choice<Exclude<NonNullable<Values[Name]>, ''> & string>;
};

/** The filters in the address, for a request; an empty one filters nothing. */
export type FilterValues<Request> = {
  [Name in Exclude<keyof Request, 'page'>]: NonNullable<Request[Name]> | '';
} & { page: number };

/** The filters of a list with their values in the address. */
export interface Filtered<Page> {
  filters: Readonly<Record<string, AnyFilter<Page>>>;
  /** The values by the filters' names; an empty one filters nothing. */
  chosen: Readonly<Record<string, string>>;
}

/** The options of a filter. Undefined if it has none, or they come with the page of the list. */
export function optionsOf<Page>(
  filter: AnyFilter<Page>,
  page: Page | undefined,
  value: string,
): readonly Option[] | undefined {
  if (filter.all === undefined && filter.usual === undefined) {
    const { options } = filter;
    return typeof options === 'function' ? page && options(page, value) : options;
  }
  const { all, usual, options } = filter;
  const named = Object.entries(options).map(([word, name]) => ({
    value: word === usual ? '' : word,
    label: typeof name === 'string' ? name : name.label,
  }));
  return all === undefined ? named : [{ value: '', label: all }, ...named];
}

/** The filter `order` of a list. From 1024 px on the heads of its table sort instead. */
export function orderFilter<Order extends string>(
  usual: NoInfer<Order>,
  options: Readonly<Record<Order, string>>,
): Choice<Order> {
  return { key: 'ordem', label: 'Ordem', className: 'lg:hidden', usual, options };
}
