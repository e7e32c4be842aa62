import { useQuery } from '@tanstack/react-query';
import type { BlogFilters } from '@/app/pages';
import type { Visit } from '@/app/routes';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { blogQuery, isBeyond, pageNumber } from '@/features/publishing/list-queries';
import { BlogFilterBar, BlogHead, BlogList, BlogListSkeleton } from '@/features/publishing/lists/blog';
import { categoriesQuery, categoryOf } from '@/features/publishing/queries';
import { useSearchParams } from '@/lib/router';

/** The limit of the search box. */
const MAX_SEARCH_LENGTH = 120;

const filtersIn = (search: URLSearchParams): BlogFilters => ({
  search: search.get('busca')?.slice(0, MAX_SEARCH_LENGTH).trim() || undefined,
  category: search.get('categoria') || undefined,
  page: pageNumber(search),
});

async function prefetch({ search, queryClient }: Visit) {
  const filters = filtersIn(search);
  const categories = await queryClient.ensureQueryData(categoriesQuery);
  const category = categoryOf(filters.category, categories);
  const list = await queryClient.fetchInfiniteQuery(blogQuery(filters.search, category?.id, filters.page));
  return { status: isBeyond(filters.page ?? 1, list) ? 404 : 200 };
}

function BlogRoute() {
  const [search] = useSearchParams();
  const filters = filtersIn(search);
  const { data: categories, isError } = useQuery(categoriesQuery);
  const category = categoryOf(filters.category, categories ?? []);
  return (
    <>
      <BlogHead category={category} filters={filters} />
      <div className="wrap grid gap-[clamp(2rem,4vw,3.5rem)] pb-[clamp(2rem,4vw,4rem)]">
        <BlogFilterBar filters={{ ...filters, category: category && filters.category }} categories={categories ?? []} />
        {/* Which category is meant is known only with the list of them; without it the rest still reads. */}
        {categories || isError ? <BlogList filters={filters} category={category} /> : <BlogListSkeleton />}
      </div>
      <NewsletterSection />
    </>
  );
}

export default Object.assign(BlogRoute, { prefetch });
