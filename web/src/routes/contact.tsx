import { useQuery } from '@tanstack/react-query';
import { paths } from '@/app/paths';
import type { Visit } from '@/app/route';
import { ContactPage } from '@/features/contact/contact-page';
import { contentQuery } from '@/lib/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';
import { PageState } from '@/ui/page-state';

export async function prefetch({ queryClient }: Visit) {
  await queryClient.ensureQueryData(contentQuery('contact'));
}

export default function ContactRoute() {
  const site = useSite();
  const { data, isError, refetch } = useQuery(contentQuery('contact'));
  if (!data) return <PageState failed={isError} onRetry={refetch} />;
  return (
    <>
      <Head
        title="Contato"
        description={data.description}
        canonicalPath={paths.contact}
        structuredData={[breadcrumbs(site, [{ name: 'Contato', path: paths.contact }])]}
      />
      <ContactPage {...data} />
    </>
  );
}
