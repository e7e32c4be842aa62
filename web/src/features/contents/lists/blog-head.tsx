import { useInfiniteQuery } from '@tanstack/react-query';
import { type BlogFilters, paths } from '@/app/pages';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { blogQuery, hasFilters, pageLabel } from '../list-queries';
import type { Category } from '../queries';
import { blogStructuredData } from '../structured-data';
import { FeedLink } from './feed-link';

/** The blog's title and what crawlers read. A filtered list names the whole one as its canonical address. */
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
        structuredData={blogStructuredData(site, newest)}
      />
      <header className="wrap grid-page items-end gap-y-6 pt-[clamp(3rem,6vw,6rem)] pb-[clamp(2rem,4vw,3.5rem)]">
        <h1 className="col-span-full type-display-2 lg:col-span-7">Blog</h1>
        <div className="col-span-full lg:col-span-4 lg:col-start-9">
          <p className="mb-2 type-lede">
            Um assunto de gestão por vez, com exemplo e número. O que aprendi decidindo e o que vejo funcionar em quem
            decide.
          </p>
          <FeedLink label="Acompanhe por RSS:" path={paths.rss} />
        </div>
      </header>
    </>
  );
}
