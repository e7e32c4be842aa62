import { Experience, MethodologyCall, MethodologyHead, Pillars, Results } from '@/features/methodology/sections';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import type { ContentFiles } from '@/generated/content';
import { contentPage } from '../content-page';

function MethodologyPage(data: ContentFiles['methodology']) {
  return (
    <>
      <MethodologyHead {...data} />
      <Pillars {...data} />
      <Results {...data} />
      <Experience {...data} />
      <MethodologyCall {...data} />
      <NewsletterSection />
    </>
  );
}

export default contentPage('methodology', MethodologyPage);
