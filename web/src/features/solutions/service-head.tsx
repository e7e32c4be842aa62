import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { type AboutService, serviceStructuredData } from '@/entities/structured-data';

export function ServiceHead({ title, ...about }: AboutService & { title: string }) {
  const site = useSite();
  return (
    <Head
      title={title}
      description={about.description}
      canonicalPath={about.path}
      structuredData={
        import.meta.env.SSR && serviceStructuredData(site, about, { name: 'Soluções', path: paths.solutions })
      }
    />
  );
}
