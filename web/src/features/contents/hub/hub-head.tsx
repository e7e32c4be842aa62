import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/pages';
import type { ContentsContent } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs, collectionPage } from '@/lib/structured-data';
import { featuredQuery } from '../list-queries';

/** The title of /conteudos, and what crawlers read. Filtered or not, it is one page to them. */
export function HubHead({ title, lede, description }: Pick<ContentsContent, 'title' | 'lede' | 'description'>) {
  const site = useSite();
  const { data: featured = [] } = useQuery(featuredQuery);
  const here = { name: title, path: paths.contents };
  const open = featured.filter((content) => !content.is_member_only);
  const items = open.map((content) => ({ name: content.title, path: paths.article(content.id) }));
  return (
    <>
      <Head
        title={title}
        description={description}
        canonicalPath={here.path}
        structuredData={[breadcrumbs(site, [here]), collectionPage(site, here, items)]}
      />
      <header className="wrap grid-page items-end gap-y-6 pt-[clamp(3rem,6vw,6rem)] pb-[clamp(2rem,4vw,3.5rem)]">
        <h1 className="col-span-full -ml-[0.045em] type-display-1 text-[clamp(2.875rem,1.5rem+5vw,5.875rem)] lg:col-span-7">
          {title}
        </h1>
        <p className="col-span-full max-w-136 pb-2 type-lede lg:col-span-4 lg:col-start-9">{lede}</p>
      </header>
    </>
  );
}
