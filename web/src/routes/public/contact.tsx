import { paths } from '@/app/pages';
import { Head } from '@/entities/head';
import { useSite } from '@/entities/site';
import { breadcrumbs } from '@/entities/structured-data';
import { ContactPage } from '@/features/leads/contact/contact-page';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

function Page(data: ContentFiles['contact']) {
  const site = useSite();
  return (
    <>
      <Head
        title="Contato"
        description={data.description}
        canonicalPath={paths.contact}
        structuredData={import.meta.env.SSR && [breadcrumbs(site, [{ name: 'Contato', path: paths.contact }])]}
      />
      <ContactPage {...data} />
    </>
  );
}

export default contentPage('contact', Page);
