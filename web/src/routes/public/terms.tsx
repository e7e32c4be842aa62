import { paths } from '@/app/pages';
import { LegalHead, LegalPage } from '@/features/legal/legal-page';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

function TermsPage(data: ContentFiles['terms']) {
  return (
    <>
      <LegalHead legal={data} path={paths.terms} />
      <LegalPage {...data} />
    </>
  );
}

export default contentPage('terms', TermsPage);
