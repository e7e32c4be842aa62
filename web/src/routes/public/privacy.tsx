import { paths } from '@/app/pages';
import { Controller, LegalHead, LegalPage } from '@/features/legal/legal-page';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

function PrivacyPage(data: ContentFiles['privacy']) {
  return (
    <>
      <LegalHead legal={data} path={paths.privacy} />
      <LegalPage {...data} parties={<Controller />} />
    </>
  );
}

export default contentPage('privacy', PrivacyPage);
