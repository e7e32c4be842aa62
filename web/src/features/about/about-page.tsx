import { type ReactNode, useEffect } from 'react';
import { paths } from '@/app/pages';
import type { AboutContent } from '@/generated/content';
import { Head } from '@/lib/head';
import { useLocation, useNavigationType } from '@/lib/router';
import { useSite } from '@/lib/site';
import { Bio } from './bio';
import { Closing } from './closing';
import { AboutHero } from './hero';
import { Learning } from './learning';
import { Principles } from './principles';
import { AboutSection, AboutSections } from './sections';
import { aboutStructuredData } from './structured-data';
import { Timeline } from './timeline';

/** Who the owner is. The recommendations come from outside, because they belong to nobody's page. */
export function AboutPage({ about, recommendations }: { about: AboutContent; recommendations: ReactNode }) {
  const site = useSite();
  useAnchorOnArrival();
  return (
    <>
      <Head
        title="Sobre"
        description={about.lede}
        canonicalPath={paths.about}
        structuredData={aboutStructuredData(site, about)}
      />
      <AboutHero {...about} />
      <AboutSections>
        <Bio {...about} />
        <Principles {...about} />
        <Timeline {...about} />
        <Learning {...about} />
        <AboutSection id="recomendacoes">{recommendations}</AboutSection>
      </AboutSections>
      <Closing {...about} />
    </>
  );
}

/** Coming from another page, the anchor exists only once the words have arrived: then go to it, once. */
function useAnchorOnArrival() {
  const { hash } = useLocation();
  const how = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only; later the browser follows anchors itself
  useEffect(() => {
    if (hash && how !== 'POP') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}
