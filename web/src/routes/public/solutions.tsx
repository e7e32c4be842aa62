import { paths } from '@/app/pages';
import { Guide } from '@/features/solutions/guide';
import { Offers } from '@/features/solutions/offers';
import type { ContentFiles } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';
import { contentPage } from '../content-page';

function SolutionsPage(data: ContentFiles['solutions']) {
  const site = useSite();
  return (
    <>
      <Head
        title="Soluções"
        description={data.lede}
        canonicalPath={paths.solutions}
        structuredData={[breadcrumbs(site, [{ name: 'Soluções', path: paths.solutions }])]}
      />
      <Offers {...data} />
      <Guide {...data} />
    </>
  );
}

export default contentPage('solutions', SolutionsPage);
