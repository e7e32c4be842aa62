import { paths } from '@/app/pages';
import { WaitlistButton, WaitlistSection } from '@/features/leads/waitlist/waitlist-form';
import { Figures, Modules, SoftwareBenefits, SoftwareHero } from '@/features/software/sections';
import { ServiceHead } from '@/features/solutions/service-head';
import { SingleQuotation } from '@/features/testimonials/single-quotation';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

const service = { name: 'Software de gestão', type: 'Software de gestão empresarial', path: paths.software };

function SoftwarePage(data: ContentFiles['software']) {
  return (
    <>
      <ServiceHead {...service} title={service.name} description={data.description} />
      <SoftwareHero {...data} action={!data.opened && <WaitlistButton>{data.button}</WaitlistButton>} />
      <Modules {...data} />
      <Figures {...data} />
      <SoftwareBenefits {...data} />
      <SingleQuotation {...data} />
      {!data.opened && <WaitlistSection {...data} />}
    </>
  );
}

export default contentPage('software', SoftwarePage);
