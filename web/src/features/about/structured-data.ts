import { paths } from '@/app/pages';
import type { AboutContent } from '@/generated/content';
import type { Site } from '@/lib/site';
import { breadcrumbs, business, person, personId, type Thing } from '@/lib/structured-data';

/** The person this page is about, for search engines. Sample degrees are not claimed. */
export function aboutStructuredData(site: Site, about: AboutContent): Thing[] {
  const credentials = about.certifications.map(({ name, link }) => ({
    '@type': 'EducationalOccupationalCredential',
    name,
    url: link,
  }));
  const page = {
    '@type': 'ProfilePage',
    '@id': `${site.origin}${paths.about}#page`,
    url: site.origin + paths.about,
    inLanguage: 'pt-BR',
    mainEntity: { '@id': personId(site) },
  };
  const owner = person(site, {
    description: about.lede,
    mainEntityOfPage: { '@id': page['@id'] },
    knowsAbout: about.expertise.map(({ title }) => title),
    ...(about.sample ? {} : { hasCredential: credentials }),
  });
  return [page, owner, business(site), breadcrumbs(site, [{ name: 'Sobre', path: paths.about }])];
}
