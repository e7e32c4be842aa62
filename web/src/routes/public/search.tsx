import type { Visit } from '@/app/routes';
import { Head } from '@/entities/head';
import { MAX_SEARCH_LENGTH, searchQuery, wordsOf } from '@/features/search/queries';
import { SearchPage } from '@/features/search/search-page';
import { useSearchParams } from '@/lib/router';

const searchIn = (query: URLSearchParams): string => query.get('q')?.slice(0, MAX_SEARCH_LENGTH).trim() ?? '';

async function prefetch({ search: query, queryClient }: Visit) {
  const search = searchIn(query);
  if (wordsOf(search).length > 0) await queryClient.fetchQuery(searchQuery(search, 'visitor'));
}

function SearchRoute() {
  const [query] = useSearchParams();
  const search = searchIn(query);
  return (
    <>
      <Head
        title={search ? `Busca: ${search}` : 'Busca'}
        description="Busca nos conteúdos, nos cursos e nas páginas do site."
      />
      <SearchPage search={search} />
    </>
  );
}

export default Object.assign(SearchRoute, { prefetch });
