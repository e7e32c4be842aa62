import type { LegalContent } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';

export function LegalHead({ legal: { title, description }, path }: { legal: LegalContent; path: string }) {
  const site = useSite();
  return (
    <Head
      title={title}
      description={description}
      canonicalPath={path}
      structuredData={[breadcrumbs(site, [{ name: title, path }])]}
    />
  );
}
