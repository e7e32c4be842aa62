import { MethodologyCall } from '@/features/methodology/call';
import { Experience } from '@/features/methodology/experience';
import { MethodologyHead } from '@/features/methodology/head';
import { Pillars } from '@/features/methodology/pillars';
import { Results } from '@/features/methodology/results';
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
