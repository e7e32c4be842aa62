/** What several pages tell search engines about themselves, in schema.org's words. */
import type { Site } from './site';

type Thing = Record<string, unknown>;

interface PlaceInSite {
  name: string;
  path: string;
}

export interface AboutService extends PlaceInSite {
  /** What kind of service it is, in the words people search by. */
  type: string;
  description: string;
}

/** Who stands behind the site: the same identity on every page that names it. */
export function personId(site: Site): string {
  return `${site.origin}/#person`;
}

/** The way from the home page to this one; the last step is the page itself. */
export function breadcrumbs(site: Site, trail: readonly PlaceInSite[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Início', path: '/' }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.origin + path,
    })),
  };
}

/** Something the owner does for clients. */
function service(site: Site, about: AboutService): Thing {
  const url = site.origin + about.path;
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name: about.name,
    serviceType: about.type,
    description: about.description,
    url,
    areaServed: { '@type': 'Country', name: 'Brasil' },
    provider: { '@type': 'Person', '@id': personId(site), name: site.name, url: `${site.origin}/` },
  };
}

/** The page of a service: the service itself, and the way to it through the page above. */
export function serviceStructuredData(site: Site, about: AboutService, above: PlaceInSite): Thing[] {
  return [service(site, about), breadcrumbs(site, [above, about])];
}
