import { queryOptions, useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { ContentType } from '@/entities/content-kind';
import { GoLink } from '@/ui/link';
import { Section } from '@/ui/section';
import { GridCard } from './cards/open-cards';
import { backend, CARD_COLUMNS, type ContentCard } from './queries';

/** The newest content of each of the types, for everybody; fewer where there are none. */
export function newestQuery(...types: readonly ContentType[]) {
  return queryOptions({
    queryKey: ['contents', 'newest', types],
    queryFn: async ({ signal }): Promise<ContentCard[]> => {
      const { rest, unwrap } = await backend();
      const newest = async (type: ContentType) => {
        const published = rest
          .from('contents')
          .select(CARD_COLUMNS)
          .eq('is_published', true)
          .eq('is_member_only', false);
        // Ordered by the instant alone, the index by type answers it; else every newer content of other types is read.
        const ordered = published.eq('content_type', type).order('published_at', { ascending: false });
        return unwrap(await ordered.limit(1).abortSignal(signal));
      };
      return (await Promise.all(types.map(newest))).flat();
    },
  });
}

/** Newest article and newest episode, on the home page. */
export function Newest() {
  const { data = [] } = useQuery(newestQuery('article', 'audio'));
  if (data.length === 0) return null;
  return (
    <Section label="Conteúdos" note="Um assunto de gestão por vez" className="pb-(--sp-section)">
      <h2 className="max-w-[20ch] type-display-2">O que publiquei por último.</h2>
      <div className="mt-[clamp(2.5rem,5vw,4.5rem)] grid gap-x-(--gutter) gap-y-12 md:grid-cols-2">
        {data.map((content) => (
          <GridCard key={content.id} content={content} heading="h3" />
        ))}
      </div>
      <div className="mt-[clamp(1.5rem,3vw,2.5rem)] flex flex-wrap gap-x-8">
        <GoLink href={paths.blog()}>Ver o blog</GoLink>
        <GoLink href={paths.contentPodcasts}>Ver os episódios</GoLink>
      </div>
    </Section>
  );
}
