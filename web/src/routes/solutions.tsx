import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { Guide } from '@/features/solutions/guide';
import { Offers } from '@/features/solutions/offers';
import { contentQuery } from '@/lib/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';
import { PageState } from '@/ui/page-state';

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('solutions'));
}

export default function SolutionsRoute() {
  const site = useSite();
  const { data, isError, refetch } = useQuery(contentQuery('solutions'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
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
