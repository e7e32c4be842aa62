import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { ListedType } from '@/lib/content';
import { contentQuery } from '@/lib/content';
import { useSearchParams } from '@/lib/router';
import { PageState } from '@/ui/page-state';
import { isBeyond, pageNumber, typeListQuery } from '../list-queries';
import { TypeHead } from './type-head';
import { TypeList } from './type-list';

/** Everything the page of one type needs; a page beyond the list's end is none. */
export async function prefetchTypePage(type: ListedType, search: URLSearchParams, queryClient: QueryClient) {
  const first = pageNumber(search);
  const [list] = await Promise.all([
    queryClient.fetchInfiniteQuery(typeListQuery(type, first)),
    queryClient.ensureQueryData(contentQuery('contents')),
  ]);
  return { status: isBeyond(first, list) ? 404 : 200 };
}

/** /conteudos/artigos, /conteudos/videos and /conteudos/podcasts. */
export function TypePage({ type }: { type: ListedType }) {
  const [search] = useSearchParams();
  const first = pageNumber(search);
  const { data, isError, refetch } = useQuery(contentQuery('contents'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  const words = data.lists[type];
  return (
    <>
      <TypeHead type={type} first={first} words={words} />
      <div className="wrap pb-[clamp(3rem,6vw,6rem)]">
        <TypeList type={type} first={first} empty={words.empty} />
      </div>
    </>
  );
}
