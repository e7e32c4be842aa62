import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type BlogFilters, paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { type Site, useSite } from '@/entities/site';
import { author, blogId, breadcrumbs, type Thing } from '@/entities/structured-data';
import { formatCount } from '@/lib/format';
import { searchWords, slugify } from '@/lib/search-text';
import { ChipLink } from '@/ui/chip';
import { ErrorNotice } from '@/ui/error-notice';
import { ButtonLink } from '@/ui/link';
import { Loading, Skeleton } from '@/ui/skeleton';
import { Empty } from '@/ui/start/empty';
import { FromTheStart, LoadMore, tryAgain, useFocusOnAdded } from '@/widgets/load-more';
import { SearchBox } from '@/widgets/search-box';
import { GridCard } from '../cards/open-cards';
import { blogQuery, hasFilters, nextPage, pageLabel } from '../list-queries';
import { type Category, type ContentCard, publishedAt } from '../queries';
import { contentText } from '../text';
import { FeedLink } from './feed-link';
import { LeadCard } from './lead-card';

function blogStructuredData(site: Site, contents: readonly ContentCard[]): Thing[] {
  const blog = {
    '@type': 'Blog',
    '@id': blogId(site),
    name: `Blog de ${site.name}`,
    url: site.origin + paths.blog(),
    inLanguage: 'pt-BR',
    author: author(site),
    // A filtered list does not know the newest.
    ...(contents.length > 0 && { blogPost: contents.map((content) => blogPost(site, content)) }),
  };
  return [blog, breadcrumbs(site, [{ name: 'Blog', path: paths.blog() }])];
}

function blogPost(site: Site, content: ContentCard): Thing {
  return {
    '@type': 'BlogPosting',
    headline: content.title,
    url: site.origin + paths.content(content),
    datePublished: publishedAt(content),
  };
}

/** The blog's title and metadata. A filtered list has the whole one as its canonical address. */
export function BlogHead({ category, filters }: { category: Category | undefined; filters: BlogFilters }) {
  const site = useSite();
  const { data } = useInfiniteQuery({ ...blogQuery(undefined, undefined), enabled: false });
  const newest = data?.pages[0]?.contents ?? [];
  return (
    <>
      <Head
        title={`${category ? `Blog: ${category.name}` : 'Blog'}${pageLabel(filters.page)}`}
        description={`Artigos, vídeos e podcasts de ${site.name} sobre decisão, equipe e rotina de gestão.`}
        canonicalPath={hasFilters(filters) ? paths.blog() : paths.blog(filters)}
        structuredData={import.meta.env.SSR && blogStructuredData(site, newest)}
      />
      <header className="wrap grid-page items-end gap-y-6 pt-[clamp(3rem,6vw,6rem)] pb-[clamp(2rem,4vw,3.5rem)]">
        <h1 className="col-span-full type-display-1 lg:col-span-7">Blog</h1>
        <div className="col-span-full lg:col-span-4 lg:col-start-9">
          <p className="mb-2 type-lede">
            Um assunto de gestão por vez, com exemplo e número. O que aprendi decidindo e o que vejo funcionar em quem
            decide.
          </p>
          <FeedLink label="Acompanhar por RSS" path={paths.rss} />
        </div>
      </header>
    </>
  );
}

/** Search box and category chips; both write the address. */
export function BlogFilterBar({ filters, categories }: { filters: BlogFilters; categories: readonly Category[] }) {
  return (
    <div className="grid gap-5 lg:grid-cols-12 lg:gap-x-(--gutter)">
      <nav
        aria-label="Categorias"
        className="bleed-x flex gap-2 py-1 lg:order-1 lg:col-span-8 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        <ChipLink href={paths.blog({ search: filters.search })} current={!filters.category}>
          Todas
        </ChipLink>
        {categories.map((category) => {
          const slug = slugify(category.name);
          // One without contents would lead nowhere; the one that is chosen stays.
          if (!category.open_contents_count && slug !== filters.category) return null;
          return (
            <ChipLink
              key={category.id}
              href={paths.blog({ search: filters.search, category: slug })}
              current={slug === filters.category}
            >
              {category.name}
            </ChipLink>
          );
        })}
      </nav>
      <SearchBox
        search={filters.search}
        label="Buscar no blog"
        action={paths.blog()}
        // A category chosen during typing stays chosen, also while its list is loading.
        addressOf={(search, present) => paths.blog({ search, category: present.get('categoria') ?? undefined })}
        className="max-lg:-order-1 lg:order-2 lg:col-span-4"
      >
        {filters.category && <input type="hidden" name="categoria" value={filters.category} />}
      </SearchBox>
    </div>
  );
}

const ACCENT_EVERY = 8;
const ACCENT_AT = 2;

const startsLater = ({ page = 1 }: BlogFilters) => page > 1;

export function BlogList({ filters, category }: { filters: BlogFilters; category: Category | undefined }) {
  const grid = useRef<HTMLDivElement>(null);
  const words = searchWords(filters.search ?? '');
  const list = useInfiniteQuery(blogQuery(filters.search, category?.id, filters.page));
  const { data, isError, hasNextPage, isPlaceholderData } = list;
  const contents = data?.pages.flatMap((page) => page.contents) ?? [];
  // On the first page something to read leads: a file or a link is a poor beginning.
  const isFirst = !hasFilters(filters) && !startsLater(filters);
  const lead = (isFirst && contents.find(({ content_type }) => content_type === 'article')) || contents[0];
  const others = contents.filter((content) => content !== lead);
  const focusOnAdded = useFocusOnAdded(grid, others.length);
  const retry = () => void tryAgain(list);
  if (!data) return isError ? <ErrorNotice {...contentText.failed} onRetry={retry} /> : <BlogListSkeleton />;

  const total = data.pages[0]?.total ?? 0;
  const next = nextPage(filters.page ?? 1, data);
  const found = `${formatCount(total, 'conteúdo encontrado', 'conteúdos encontrados')}`;
  return (
    <div className={isPlaceholderData ? 'opacity-60' : undefined}>
      <p aria-live="polite" className={hasFilters(filters) && lead ? 'mb-5 type-meta' : 'sr-only'}>
        {hasFilters(filters) ? found : ''}
      </p>
      {lead && startsLater(filters) && <FromTheStart href={paths.blog({ ...filters, page: 1 })} />}
      {lead ? <LeadCard content={lead} words={words} /> : <NothingFound filters={filters} />}
      {others.length > 0 && (
        <div
          ref={grid}
          className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-[clamp(2.5rem,4vw,4rem)] border-t border-border-strong pt-5 md:grid-cols-2"
        >
          {others.map((content, index) => (
            <GridCard key={content.id} content={content} words={words} accent={index % ACCENT_EVERY === ACCENT_AT} />
          ))}
        </div>
      )}
      {isError && <ErrorNotice {...contentText.failed} onRetry={retry} />}
      {hasNextPage && (
        <LoadMore list={list} next={next} href={paths.blog({ ...filters, page: next })} onAsk={focusOnAdded} />
      )}
    </div>
  );
}

function NothingFound({ filters }: { filters: BlogFilters }) {
  if (!hasFilters(filters)) {
    const description = startsLater(filters)
      ? 'A lista termina antes desta página.'
      : 'Os primeiros textos chegam em breve.';
    return (
      <Empty title={contentText.nothing} description={description}>
        {startsLater(filters) && <FromTheStart href={paths.blog()} />}
      </Empty>
    );
  }
  return (
    <Empty
      title={contentText.nothing}
      description={
        filters.search
          ? `Nada aqui fala de “${filters.search}”. Tente uma palavra mais curta ou outra categoria.`
          : 'Ainda não há textos nesta categoria.'
      }
    >
      <ButtonLink href={paths.blog()} size="small">
        Ver todos
      </ButtonLink>
    </Empty>
  );
}

export function BlogListSkeleton() {
  return (
    <Loading>
      <div className="grid gap-x-(--gutter) gap-y-6 border-t border-border pt-5 lg:grid-cols-12">
        <Skeleton className="aspect-16/10 lg:col-span-7" />
        <div className="grid content-start gap-4 lg:col-span-5 lg:pl-4">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-12" />
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="h-5" />
        </div>
      </div>
    </Loading>
  );
}
