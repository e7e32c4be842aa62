import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef } from 'react';
import { paths } from '@/app/pages';
import type { RouteModule, Visit } from '@/app/routes';
import type { ContentType } from '@/entities/content-kind';
import { Head } from '@/entities/head';
import { openingPlansQuery } from '@/entities/opening-plan';
import { contentQuery, useSite } from '@/entities/site';
import { breadcrumbs, collectionPage } from '@/entities/structured-data';
import type { ContentsContent } from '@/generated/content';
import { formatCount, isoDay } from '@/lib/format';
import { useSearchParams } from '@/lib/router';
import { slugify } from '@/lib/search-text';
import { BackLink } from '@/ui/back-link';
import { ChipLink } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { GoLink } from '@/ui/link';
import { PageState } from '@/ui/page-state';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { FromTheStart, LoadMore, tryAgain, useFocusOnAdded } from '@/widgets/load-more';
import { RowCard } from '../cards/content-cards';
import { isBeyond, type MediaCard, nextPage, pageLabel, pageNumber, typeListQuery } from '../list-queries';
import { type Category, categoriesQuery, categoryOf, publishedAt } from '../queries';
import { contentText, typePaths } from '../text';
import { FeedLink } from './feed-link';
import { DocumentRow, EpisodeRow, FilmCard, LinkRow } from './media-cards';

/** The page of a type, as /conteudos/artigos. `after`: what follows the list. */
export function typePage(type: ContentType, after: ReactNode): RouteModule['default'] {
  function TypePage() {
    const [search] = useSearchParams();
    const first = pageNumber(search);
    const { data, isError, refetch } = useQuery(contentQuery('contents'));
    const categories = useQuery({ ...categoriesQuery, enabled: hasCategories(type) });
    const category = categoryOf(search.get('categoria') ?? undefined, categories.data ?? []);
    return (
      <>
        {data ? (
          <>
            <TypeHead type={type} first={first} category={category} words={data.lists[type]} apps={data.podcast_apps} />
            <div className="wrap pb-[clamp(3rem,6vw,6rem)]">
              {categories.data && <CategoryChips categories={categories.data} current={category} />}
              <TypeList type={type} first={first} category={category} empty={data.lists[type].empty} />
            </div>
          </>
        ) : (
          <PageState failed={isError} onRetry={refetch} />
        )}
        {after}
      </>
    );
  }
  const prefetch = async ({ search, queryClient }: Visit) => {
    const first = pageNumber(search);
    const words = queryClient.ensureQueryData(contentQuery('contents'));
    const categories = hasCategories(type) ? await queryClient.ensureQueryData(categoriesQuery) : [];
    const category = categoryOf(search.get('categoria') ?? undefined, categories);
    const [list] = await Promise.all([
      queryClient.fetchInfiniteQuery(typeListQuery(type, first, category?.id)),
      words,
      queryClient.ensureQueryData(openingPlansQuery),
    ]);
    // A page beyond the list's end does not exist.
    return { status: isBeyond(first, list) ? 404 : 200 };
  };
  return Object.assign(TypePage, { prefetch });
}

/** The others are few; only the articles are listed by category. */
const hasCategories = (type: ContentType): boolean => type === 'article';

function CategoryChips({ categories, current }: { categories: readonly Category[]; current: Category | undefined }) {
  return (
    <nav aria-label="Categorias" className="bleed-x mb-6 flex gap-2 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
      <ChipLink href={paths.contentArticles} current={!current}>
        Todas
      </ChipLink>
      {categories.map((category) => (
        <ChipLink
          key={category.id}
          href={paths.listPage(paths.contentArticles, 1, slugify(category.name))}
          current={category.id === current?.id}
        >
          {category.name}
        </ChipLink>
      ))}
    </nav>
  );
}

export interface TypeHeadProps {
  type: ContentType;
  first: number;
  category: Category | undefined;
  words: ContentsContent['lists'][ContentType];
  apps: ContentsContent['podcast_apps'] | undefined;
}

export function TypeHead({ type, first, category, words, apps = [] }: TypeHeadProps) {
  const site = useSite();
  const { data } = useInfiniteQuery({ ...typeListQuery(type, first, category?.id), enabled: false });
  const shown = data?.pages[0];
  const here = { name: words.title, path: typePaths[type] };
  const open = shown?.contents.filter((content) => !content.is_member_only) ?? [];
  return (
    <>
      <Head
        title={`${category ? `${words.title}: ${category.name}` : words.title}${pageLabel(first)}`}
        description={words.description}
        canonicalPath={category ? here.path : paths.listPage(here.path, first)}
        structuredData={
          import.meta.env.SSR && [
            breadcrumbs(site, [{ name: 'Conteúdos', path: paths.contents }, here]),
            collectionPage(
              site,
              here,
              open.map((content) => ({ name: content.title, path: paths.content(content) })),
            ),
          ]
        }
      />
      <header className="wrap pt-6 pb-[clamp(2rem,4vw,3.5rem)]">
        <BackLink href={paths.contents}>Conteúdos</BackLink>
        <div className="mt-[clamp(1rem,2.4vw,2rem)] grid-page items-end gap-y-6">
          <h1 className="col-span-full type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)] lg:col-span-7">
            {words.title}
            {shown && shown.total > 0 && (
              <>
                {' '}
                <span className="relative top-[-0.62em] ml-[0.1em] text-[0.42em] tracking-normal text-north">
                  <span className="sr-only">: </span>
                  {shown.total}
                  <span className="sr-only"> {formatCount(shown.total, 'publicado', 'publicados').split(' ')[1]}</span>
                </span>
              </>
            )}
          </h1>
          <div className="col-span-full max-w-136 pb-2 lg:col-span-4 lg:col-start-9">
            <p className="type-lede">{words.lede}</p>
            {type === 'audio' && (
              <ul className="mt-2 flex flex-wrap gap-x-5">
                {apps.map(({ name, link }) => (
                  <li key={name}>
                    <GoLink href={link} newTab>
                      {name}
                    </GoLink>
                  </li>
                ))}
                <li>
                  <FeedLink label="Ouvir no seu aplicativo (RSS)" path={paths.podcastFeed} />
                </li>
              </ul>
            )}
          </div>
        </div>
      </header>
    </>
  );
}

export interface TypeListProps {
  type: ContentType;
  first: number;
  category: Category | undefined;
  empty: string;
}

export function TypeList({ type, first, category, empty }: TypeListProps) {
  const items = useRef<HTMLUListElement>(null);
  const list = useInfiniteQuery(typeListQuery(type, first, category?.id));
  const contents = list.data?.pages.flatMap((page) => page.contents) ?? [];
  const focusOnAdded = useFocusOnAdded(items, contents.length);
  const retry = () => void tryAgain(list);
  if (!list.data) return list.isError ? <ErrorNotice {...contentText.failed} onRetry={retry} /> : <TypeListSkeleton />;
  const path = typePaths[type];
  if (contents.length === 0) {
    return (
      <Empty title={contentText.nothing} description={first > 1 ? 'A lista termina antes desta página.' : empty}>
        {first > 1 && <FromTheStart href={path} />}
      </Empty>
    );
  }
  const next = nextPage(first, list.data);
  return (
    <>
      {first > 1 && <FromTheStart href={path} />}
      <Items type={type} contents={contents} list={items} />
      {list.isError && <ErrorNotice {...contentText.failed} onRetry={retry} />}
      {list.hasNextPage && (
        <LoadMore
          list={list}
          next={next}
          href={paths.listPage(path, next, category && slugify(category.name))}
          onAsk={focusOnAdded}
        />
      )}
    </>
  );
}

interface ItemsProps {
  type: ContentType;
  contents: readonly MediaCard[];
  list: RefObject<HTMLUListElement | null>;
}

const TEXTS = {
  list: 'border-b border-border',
  item: (content: MediaCard) => <RowCard content={content} heading="h3" isOfOneType />,
};

const LOOK: Record<ContentType, { list: string; item: (content: MediaCard, index: number) => ReactNode }> = {
  article: TEXTS,
  letter: TEXTS,
  video: {
    list: 'grid gap-x-(--gutter) gap-y-[clamp(2.5rem,4vw,4rem)] border-t border-border-strong pt-5 md:grid-cols-2 md:*:first:col-span-2',
    item: (content, index) => <FilmCard content={content} eager={index < 2} leads={index === 0} />,
  },
  audio: {
    list: 'border-b border-border',
    item: (content) => <EpisodeRow content={content} />,
  },
  pdf: {
    list: 'grid gap-x-(--gutter) border-b border-border lg:grid-cols-2',
    item: (content) => <DocumentRow content={content} />,
  },
  link: {
    list: 'border-b border-border',
    item: (content) => <LinkRow content={content} />,
  },
};

/** Texts are listed by years. */
const isText = (type: ContentType): boolean => type === 'article' || type === 'letter';

const yearOf = (content: MediaCard): string => isoDay(publishedAt(content)).slice(0, 4);

function Items({ type, contents, list }: ItemsProps) {
  const look = LOOK[type];
  return (
    <ul ref={list} className={look.list}>
      {contents.map((content, index) => {
        const year = yearOf(content);
        const before = contents[index - 1];
        return (
          <li key={content.id}>
            {isText(type) && (!before || yearOf(before) !== year) && (
              <h2 className="border-t border-border-strong pt-4 pb-3 type-meta tabular-nums not-first:mt-8">{year}</h2>
            )}
            {look.item(content, index)}
          </li>
        );
      })}
    </ul>
  );
}

function TypeListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-6 border-t border-border pt-5">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </Loading>
  );
}
