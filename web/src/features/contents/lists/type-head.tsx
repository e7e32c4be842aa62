import { useInfiniteQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { ContentsContent } from '@/generated/content';
import type { ListedType } from '@/lib/content';
import { formatCount } from '@/lib/format';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs, collectionPage } from '@/lib/structured-data';
import { BackLink } from '@/ui/back-link';
import { pageLabel, typeListQuery } from '../list-queries';
import { typePaths } from '../type-paths';
import { FeedLink } from './feed-link';

export interface TypeHeadProps {
  type: ListedType;
  first: number;
  words: ContentsContent['lists'][ListedType];
}

/** The list's title with how much is in it, and what crawlers read. */
export function TypeHead({ type, first, words }: TypeHeadProps) {
  const site = useSite();
  const { data } = useInfiniteQuery({ ...typeListQuery(type, first), enabled: false });
  const shown = data?.pages[0];
  const here = { name: words.title, path: typePaths[type] };
  const open = shown?.contents.filter((content) => !content.is_member_only) ?? [];
  return (
    <>
      <Head
        title={words.title + pageLabel(first)}
        description={words.description}
        canonicalPath={paths.listPage(here.path, first)}
        structuredData={[
          breadcrumbs(site, [{ name: 'Conteúdos', path: paths.contents }, here]),
          collectionPage(
            site,
            here,
            open.map(({ id, title }) => ({ name: title, path: paths.article(id) })),
          ),
        ]}
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
              <div className="mt-2">
                <FeedLink label="No seu aplicativo:" path={paths.podcastFeed} />
              </div>
            )}
          </div>
        </div>
      </header>
    </>
  );
}
