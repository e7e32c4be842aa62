import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RouteModule, Visit } from '@/app/routes';
import { contentQuery, type ListedType } from '@/lib/content';
import { useSearchParams } from '@/lib/router';
import { PageState } from '@/ui/page-state';
import { isBeyond, pageNumber, typeListQuery } from '../list-queries';
import { TypeHead } from './type-head';
import { TypeList } from './type-list';

/** /conteudos/artigos, /conteudos/videos and /conteudos/podcasts. `after`: what follows the list. */
export function typePage(type: ListedType, after: ReactNode): RouteModule['default'] {
  function TypePage() {
    const [search] = useSearchParams();
    const first = pageNumber(search);
    const { data, isError, refetch } = useQuery(contentQuery('contents'));
    return (
      <>
        {data ? (
          <>
            <TypeHead type={type} first={first} words={data.lists[type]} />
            <div className="wrap pb-[clamp(3rem,6vw,6rem)]">
              <TypeList type={type} first={first} empty={data.lists[type].empty} />
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
    const [list] = await Promise.all([
      queryClient.fetchInfiniteQuery(typeListQuery(type, first)),
      queryClient.ensureQueryData(contentQuery('contents')),
    ]);
    // A page beyond the list's end is none.
    return { status: isBeyond(first, list) ? 404 : 200 };
  };
  return Object.assign(TypePage, { prefetch });
}
