import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { breadcrumbs } from '@/entities/structured-data';
import { Guide, Offers } from '@/features/solutions/sections';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

function SolutionsPage(data: ContentFiles['solutions']) {
  const site = useSite();
  return (
    <>
      <Head
        title="Soluções"
        description={data.lede}
        canonicalPath={paths.solutions}
        structuredData={import.meta.env.SSR && [breadcrumbs(site, [{ name: 'Soluções', path: paths.solutions }])]}
      />
      <Offers {...data} />
      <Guide {...data} />
    </>
  );
}

export default contentPage('solutions', SolutionsPage);
