import { paths } from '@/app/paths';
import type { Site } from '@/lib/site';

/** Who this is and what this site is, for search engines. */
export function homeStructuredData(site: Site): Record<string, unknown>[] {
  const home = `${site.origin}${paths.home}`;
  const person = {
    '@type': 'Person',
    '@id': `${home}#person`,
    name: site.name,
    jobTitle: site.role,
    url: home,
    address: { '@type': 'PostalAddress', addressLocality: site.city, addressCountry: 'BR' },
    sameAs: [site.links.professional_network, site.links.photo_profile, site.links.video_channel],
  };
  const website = {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: site.name,
    url: home,
    inLanguage: 'pt-BR',
    description: site.description,
    publisher: { '@id': person['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: `${site.origin}${paths.blog()}?busca={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
  return [website, person];
}
