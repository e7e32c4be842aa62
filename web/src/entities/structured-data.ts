/** Structured data for search engines in schema.org's vocabulary. Every function returns one entry of the page's graph. */
import { paths } from '@/app/pages';
import type { Site } from './site';

export type Thing = Record<string, unknown>;

interface PlaceInSite {
  name: string;
  path: string;
}

export interface AboutService extends PlaceInSite {
  type: string;
  description: string;
}

/** A question with its answer, both plain text. */
export interface Question {
  question: string;
  answer: string;
}

/** A plan with a price; what is sold on request has no offer. */
export interface OfferedPlan {
  name: string;
  description?: string;
  monthlyPrice: number;
  yearlyPrice?: number | undefined;
}

/** The id of the site's person, the same on every page. */
export function personId(site: Site): string {
  return `${site.origin}/#person`;
}

export const blogId = (site: Site): string => `${site.origin}${paths.blog()}#blog`;

/** The business behind the services. */
export function businessId(site: Site): string {
  return `${site.origin}/#business`;
}

export function websiteId(site: Site): string {
  return `${site.origin}/#website`;
}

/** The owner. A page that knows more about the person adds it. */
export function person(site: Site, more: Thing = {}): Thing {
  const { professional_network, photo_profile, video_channel } = site.links;
  return {
    '@type': 'Person',
    '@id': personId(site),
    name: site.name,
    jobTitle: site.role,
    url: `${site.origin}/`,
    address: { '@type': 'PostalAddress', addressLocality: site.city, addressCountry: 'BR' },
    sameAs: [professional_network, photo_profile, video_channel],
    worksFor: { '@id': businessId(site) },
    ...more,
  };
}

/** Business of the owner, under the owner's name. */
export function business(site: Site): Thing {
  return {
    '@type': 'ProfessionalService',
    '@id': businessId(site),
    name: site.name,
    legalName: site.business.legal_name,
    description: site.description,
    url: `${site.origin}/`,
    logo: `${site.origin}/icon-512.png`,
    image: `${site.origin}/icon-512.png`,
    email: site.links.email,
    telephone: `+${site.links.whatsapp}`,
    address: { '@type': 'PostalAddress', addressLocality: site.city, addressCountry: 'BR' },
    areaServed: { '@type': 'Country', name: 'Brasil' },
    founder: { '@id': personId(site) },
  };
}

export function author(site: Site): Thing {
  return { '@type': 'Person', '@id': personId(site), name: site.name, url: `${site.origin}/` };
}

/** Path from the home page to this one. The last step is the page itself. */
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

/** A page of questions and answers. The texts must equal those on the page. */
export function faqPage(site: Site, path: string, questions: readonly Question[]): Thing {
  return {
    '@type': 'FAQPage',
    '@id': `${site.origin}${path}#faq`,
    inLanguage: 'pt-BR',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** A page that lists others, in the order shown. */
export function collectionPage(site: Site, page: PlaceInSite, items: readonly PlaceInSite[]): Thing {
  const url = site.origin + page.path;
  return {
    '@type': 'CollectionPage',
    '@id': `${url}#page`,
    name: page.name,
    url,
    inLanguage: 'pt-BR',
    isPartOf: { '@id': websiteId(site) },
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: items.length,
      itemListElement: items.map(({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        url: site.origin + path,
      })),
    },
  };
}

/** A service of the owner for clients. */
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
    provider: author(site),
  };
}

/** The page of a service: the service itself and its breadcrumbs. */
export function serviceStructuredData(site: Site, about: AboutService, above: PlaceInSite): Thing[] {
  return [service(site, about), breadcrumbs(site, [above, about])];
}

/** Months and years as UN/CEFACT names them. */
const UNITS = { month: 'MON', year: 'ANN' };

/** A service sold by the month or the year, with one offer for each price. */
export function membership(site: Site, about: AboutService, plans: readonly OfferedPlan[]): Thing {
  const url = site.origin + about.path;
  return {
    ...service(site, about),
    offers: plans.flatMap(({ name, description, monthlyPrice, yearlyPrice }) => [
      offer({ name, description, url, price: monthlyPrice, unitCode: UNITS.month }),
      ...(yearlyPrice
        ? [offer({ name: `${name} anual`, description, url, price: yearlyPrice, unitCode: UNITS.year })]
        : []),
    ]),
  };
}

interface OfferFacts {
  name: string;
  description: string | undefined;
  url: string;
  price: number;
  unitCode: string;
}

function offer({ price, unitCode, ...about }: OfferFacts): Thing {
  return {
    '@type': 'Offer',
    ...about,
    price,
    priceCurrency: 'BRL',
    availability: 'https://schema.org/InStock',
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: 'BRL',
      billingDuration: 1,
      billingIncrement: 1,
      unitCode,
    },
  };
}
