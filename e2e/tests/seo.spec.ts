/** Metadata for search engines, shared links, feed readers and podcast programs, on every page of the site map. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** A page's head as a crawler reads it, without running scripts. */
interface PageData {
  lang: string;
  titles: string[];
  headings: number;
  canonical: string[];
  /** Contents by name or property; each must occur once. */
  meta: Record<string, string[]>;
  links: { rel: string; type: string; href: string }[];
  things: Thing[];
}

/** The properties that rich search results require, by type. */
const REQUIRED: Record<string, string[]> = {
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author'],
  BreadcrumbList: ['itemListElement'],
  Course: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
  CollectionPage: ['name', 'url', 'mainEntity'],
  FAQPage: ['mainEntity'],
  Person: ['name', 'url'],
  PodcastEpisode: ['name', 'datePublished', 'partOfSeries', 'associatedMedia'],
  ProfessionalService: ['name', 'address', 'telephone', 'image', 'url'],
  ProfilePage: ['mainEntity'],
  Service: ['name', 'provider', 'serviceType'],
  VideoObject: ['name', 'description', 'thumbnailUrl', 'uploadDate'],
  WebSite: ['name', 'url', 'potentialAction'],
};

async function read(page: Page, html: string): Promise<PageData> {
  return page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const all = (selector: string) => [...parsed.querySelectorAll(selector)];
    const meta: Record<string, string[]> = {};
    for (const tag of all('meta[name], meta[property]')) {
      const name = tag.getAttribute('name') ?? tag.getAttribute('property') ?? '';
      meta[name] = [...(meta[name] ?? []), tag.getAttribute('content') ?? ''];
    }
    const attribute = (tag: Element, name: string) => tag.getAttribute(name) ?? '';
    return {
      lang: parsed.documentElement.lang,
      titles: all('head title').map((tag) => tag.textContent),
      headings: all('h1').length,
      canonical: all('link[rel=canonical]').map((tag) => attribute(tag, 'href')),
      meta,
      links: all('link').map((tag) => ({
        rel: attribute(tag, 'rel'),
        type: attribute(tag, 'type'),
        href: attribute(tag, 'href'),
      })),
      things: all('script[type="application/ld+json"]').flatMap((tag) => JSON.parse(tag.textContent)['@graph']),
    };
  }, html);
}

async function xml(page: Page, text: string, selector: string): Promise<string[]> {
  return page.evaluate(
    ([source, wanted]) => {
      const parsed = new DOMParser().parseFromString(source, 'application/xml');
      const broken = parsed.querySelector('parsererror');
      if (broken) throw new Error(broken.textContent);
      return [...parsed.querySelectorAll(wanted)].map((element) => element.textContent);
    },
    [text, selector] as const,
  );
}

async function siteMap(page: Page, request: APIRequestContext): Promise<string[]> {
  const answer = await request.get('/sitemap.xml');
  const addresses = await xml(page, await answer.text(), 'url > loc');
  expect(addresses.length).toBeGreaterThan(30);
  return addresses;
}

/** The picture of a page. */
const pictureOf = (address: string) => `/share${new URL(address).pathname.replace(/^\/$/, '/inicio')}.png`;
const pathOf = (address: string) => new URL(address).pathname;

function only(data: PageData, name: string): string {
  expect(data.meta[name], name).toHaveLength(1);
  return data.meta[name]?.[0] ?? '';
}

function expectHead(data: PageData, address: string): void {
  const where = pathOf(address);
  expect(data.lang).toBe('pt-BR');
  expect(data.titles, where).toHaveLength(1);
  expect(data.titles[0]?.length, where).toBeLessThanOrEqual(70);
  expect(data.headings, `${where}: h1`).toBe(1);
  expect(data.canonical, where).toEqual([address]);
  expect(data.meta.robots, where).toBeUndefined();
  const description = only(data, 'description');
  expect(description.length, `${where}: ${description}`).toBeGreaterThanOrEqual(70);
  expect(description.length, `${where}: ${description}`).toBeLessThanOrEqual(160);
  expect(only(data, 'og:url')).toBe(address);
  expect(only(data, 'og:locale')).toBe('pt_BR');
  expect(only(data, 'og:description')).toBe(description);
  const image = new URL(only(data, 'og:image'));
  expect([image.origin, image.pathname]).toEqual([new URL(address).origin, pictureOf(address)]);
  expect(image.searchParams.get('v'), where).toBeTruthy();
  expect([only(data, 'og:image:width'), only(data, 'og:image:height')]).toEqual(['1200', '630']);
  expect(only(data, 'og:title')).toContain(only(data, 'og:image:alt'));
  expect(only(data, 'twitter:card')).toBe('summary_large_image');
  expect(only(data, 'theme-color')).toMatch(/^#/);
  const isArticle = /^\/(blog|cartas)\//.test(where);
  expect(only(data, 'og:type')).toBe(isArticle ? 'article' : 'website');
  if (isArticle) expect(Date.parse(only(data, 'article:published_time'))).not.toBeNaN();
}

function expectThings(data: PageData, address: string): void {
  const where = pathOf(address);
  for (const thing of data.things) {
    for (const property of REQUIRED[thing['@type']] ?? []) expect(thing, where).toHaveProperty(property);
  }
  if (where === '/') return;
  const trails = data.things.filter((thing) => thing['@type'] === 'BreadcrumbList');
  expect(trails, where).toHaveLength(1);
  const steps = trails[0]?.itemListElement as { item: string }[];
  expect(steps.at(-1)?.item, where).toBe(address);
}

// The tests here read every article, and other spec files publish articles without descriptions.
test.use({ ownServer: true });

test('every page of the site map has its own complete metadata', async ({ page, request }) => {
  const seen = new Map<string, string>();
  for (const address of await siteMap(page, request)) {
    const answer = await request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(answer.headers()['x-robots-tag'], address).toBeUndefined();
    const data = await read(page, await answer.text());
    expectHead(data, address);
    expectThings(data, address);
    const card = new URL(only(data, 'og:image')).searchParams.get('v');
    for (const words of [`title ${data.titles[0]}`, `description ${only(data, 'description')}`, `card ${card}`]) {
      expect(seen.get(words), `${address}: the same ${words}`).toBeUndefined();
      seen.set(words, address);
    }
  }
});

// Cards differ, as the test before has shown; drawing takes long, so of many articles some are drawn.
test('every page has a picture of its own for shared links', async ({ page, request }) => {
  const addresses = await siteMap(page, request);
  const articles = addresses.filter((address) => pathOf(address).startsWith('/blog/'));
  const others = addresses.filter((address) => !articles.includes(address));
  const drawn = [...others, ...articles.filter((_, index) => index % 9 === 0)];
  expect(drawn.length).toBeGreaterThan(others.length);
  const pictures = new Set<string>();
  for (const address of drawn) {
    const image = await request.get(pictureOf(address));
    expect(image.status(), address).toBe(200);
    expect(image.headers()['content-type']).toBe('image/png');
    const bytes = await image.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    pictures.add(bytes.toString('base64'));
  }
  expect(pictures.size).toBe(drawn.length);
});

test('pages with noindex have no picture', async ({ page, request }) => {
  const listed = (await siteMap(page, request)).map(pathOf);
  for (const path of ['/admin', '/conta/nova-senha']) {
    expect((await request.get(path)).headers()['x-robots-tag'], path).toBe('noindex');
    expect((await request.get(`/share${path}.png`)).status(), path).toBe(404);
    expect(listed).not.toContain(path);
  }
  const members = await request.get('/rest/v1/contents?select=id&is_member_only=is.true&is_published=is.true&limit=1');
  const [exclusive] = await members.json();
  for (const path of ['/nada', '/blog/00000000-0000-4000-8000-000000000000', `/blog/${exclusive.id}`]) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(404);
    const data = await read(page, await answer.text());
    expect(only(data, 'robots')).toBe('noindex');
    expect(data.meta['og:image']).toBeUndefined();
    expect((await request.get(`/share${path}.png`)).status()).toBe(404);
  }
});

test('another title changes the picture and its address', async ({ page, request, server }) => {
  const headers = { authorization: `Bearer ${server.serviceKey}` };
  const [listed = ''] = (await siteMap(page, request)).filter((address) => pathOf(address).startsWith('/blog/'));
  const row = `/rest/v1/contents?slug=eq.${pathOf(listed).split('/')[2]}`;
  const look = async () => {
    const address = only(await read(page, await (await request.get(listed)).text()), 'og:image');
    return { address, picture: (await (await request.get(address)).body()).toString('base64') };
  };
  const before = await look();
  const [{ title }] = await (await request.get(row, { headers })).json();
  for (const [data, same] of [
    [{ title: 'Um título que ninguém viu' }, false],
    [{ title }, true],
  ] as const) {
    expect((await request.patch(row, { headers, data })).status()).toBe(204);
    const after = await look();
    expect(after.address === before.address).toBe(same);
    expect(after.picture === before.picture).toBe(same);
  }
});

test('a filtered list names the whole one as its address', async ({ page, request }) => {
  const data = await read(page, await (await request.get('/blog?categoria=gestao')).text());
  expect(data.canonical.map(pathOf)).toEqual(['/blog']);
});

test('the icons and feeds that the head names are there', async ({ page, request }) => {
  const { links } = await read(page, await (await request.get('/')).text());
  const named = links.filter(({ rel }) => ['icon', 'apple-touch-icon', 'manifest', 'alternate'].includes(rel));
  expect(named.map(({ href }) => href).sort()).toEqual([
    '/apple-touch-icon.png',
    '/feed.json',
    '/icon.svg',
    '/manifest.webmanifest',
    '/podcast.xml',
    '/rss.xml',
  ]);
  for (const { href, type } of named) {
    const answer = await request.get(href);
    expect(answer.status(), href).toBe(200);
    if (type) expect(answer.headers()['content-type'], href).toContain(type);
  }
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
  for (const [path, name, feed] of [
    ['/blog', 'Acompanhar por RSS', '/rss.xml'],
    ['/conteudos/podcasts', 'Ouvir no seu aplicativo (RSS)', '/podcast.xml'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', feed);
  }
});

test('a podcast program downloads every episode of the feed', async ({ page, request }) => {
  const text = await (await request.get('/podcast.xml')).text();
  const episodes = await page.evaluate((source) => {
    const feed = new DOMParser().parseFromString(source, 'application/xml');
    const value = (tag: Element, name: string) => tag.getAttribute(name) ?? '';
    return [...feed.querySelectorAll('item > enclosure')].map((tag) => ({
      url: value(tag, 'url'),
      length: Number(value(tag, 'length')),
      type: value(tag, 'type'),
    }));
  }, text);
  expect(episodes.length).toBeGreaterThan(0);
  for (const { url, length, type } of episodes) {
    const head = await request.head(url);
    expect(head.status(), url).toBe(200);
    expect(head.headers()).toMatchObject({ 'content-length': String(length), 'content-type': type });
    const part = await request.get(url, { headers: { range: 'bytes=0-99' } });
    expect(part.status(), url).toBe(206);
  }
  const [cover = ''] = await page.evaluate((source) => {
    const feed = new DOMParser().parseFromString(source, 'application/xml');
    const images = feed.getElementsByTagName('itunes:image');
    return [...images].map((image) => image.getAttribute('href') ?? '');
  }, text);
  const bytes = await (await request.get(cover)).body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1500, 1500]);
});

test('both feeds list the same newest contents', async ({ page, request }) => {
  const rss = await (await request.get('/rss.xml')).text();
  const links = await xml(page, rss, 'item > link');
  const json = await (await request.get('/feed.json')).json();
  expect(json.items.map((item: { url: string }) => item.url)).toEqual(links);
  expect(links.length).toBeGreaterThan(10);
});
