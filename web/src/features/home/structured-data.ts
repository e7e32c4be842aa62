import { paths } from '@/app/pages';
import type { Site } from '@/lib/site';
import { business, person, personId, type Thing, websiteId } from '@/lib/structured-data';

/** Who this is, what the business is and what this site is, for search engines. */
export function homeStructuredData(site: Site): Thing[] {
  const website = {
    '@type': 'WebSite',
    '@id': websiteId(site),
    name: site.name,
    url: site.origin + paths.home,
    inLanguage: 'pt-BR',
    description: site.description,
    publisher: { '@id': personId(site) },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}${paths.blog()}?busca={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return [website, person(site), business(site)];
}
