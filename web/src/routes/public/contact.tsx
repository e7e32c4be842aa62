import { paths } from '@/app/pages';
import type { ContentFiles } from '@/generated/content';
import { Head } from '@/lib/head';
import { useSite } from '@/lib/site';
import { breadcrumbs } from '@/lib/structured-data';
import { contentPage } from '../content-page';

function ContactPage(data: ContentFiles['contact']) {
  const site = useSite();
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

export default contentPage('contact', ContactPage);
