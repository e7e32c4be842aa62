import { paths } from '@/app/pages';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { type AboutService, serviceStructuredData } from '@/lib/structured-data';

/** What search engines and shared links read about one of the services. */
export function ServiceHead({ title, ...about }: AboutService & { title: string }) {
  const site = useSite();
  return (
    <Head
      title={title}
      description={about.description}
      canonicalPath={about.path}
      structuredData={serviceStructuredData(site, about, { name: 'Soluções', path: paths.solutions })}
    />
  );
}
