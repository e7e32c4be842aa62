import { paths } from '@/app/paths';
import type { AboutContent } from '@/lib/content-pages';
import type { Site } from '@/lib/site';
import { breadcrumbs, personId } from '@/lib/structured-data';

/** The person this page is about, for search engines. Sample degrees are not claimed. */
export function aboutStructuredData(site: Site, about: AboutContent): Record<string, unknown>[] {
  const { links } = site;
  const credentials = about.certifications.map(({ name, link }) => ({
    '@type': 'EducationalOccupationalCredential',
    name,
    url: link,
  }));
  const person = {
    '@type': 'Person',
    '@id': personId(site),
    name: site.name,
    jobTitle: site.role,
    description: about.lede,
    url: site.origin + paths.about,
    address: { '@type': 'PostalAddress', addressLocality: site.city, addressCountry: 'BR' },
    sameAs: [links.professional_network, links.photo_profile, links.video_channel],
    knowsAbout: about.expertise.map(({ title }) => title),
    ...(about.sample ? {} : { hasCredential: credentials }),
  };
  const page = {
    '@type': 'ProfilePage',
    '@id': `${site.origin}${paths.about}#page`,
    url: site.origin + paths.about,
    inLanguage: 'pt-BR',
    mainEntity: { '@id': person['@id'] },
  };
  return [page, person, breadcrumbs(site, [{ name: 'Sobre', path: paths.about }])];
}
