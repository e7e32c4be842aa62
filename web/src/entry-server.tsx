import './ssr/polyfills';
import { dehydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server.legacy';
import { Providers } from '@/app/providers';
import { makeQueryClient } from '@/app/query-client';
import { type ShareCard, ShareCardSink, sharedPage } from '@/entities/share-card';
import type { SiteContent } from '@/generated/content';
import { SENT_PARAMETER } from '@/widgets/public-form/definition';
import { App } from './app/app';
import type { Boot } from './app/boot';
import { answerPost, type Post, writesOf } from './app/forms';
import { findPage, isPublic, type Page, pages } from './app/pages';
import { load, modulesOf, type Visit } from './app/routes';
import { PODCAST, podcastCover, shareDrawing } from './app/share-drawing';
import { Router } from './lib/router';
import { drawWith } from './ui/needle-art';
import { drawNeedles } from './ui/needle-field';

drawWith(drawNeedles);

export interface RenderRequest {
  url: string;
  /** The public origin, without a slash at the end. */
  origin: string;
  site: SiteContent;
  /** Fields that a browser without script posted to the page. */
  post?: Post;
}

export interface RenderedPage {
  status: number;
  /** Target of a redirect; the response has no body then. */
  location: string | null;
  head: string;
  body: string;
  /** JSON text for `__boot`, not yet escaped for HTML. */
  state: string;
  modules: string[];
}

export interface RouteFacts {
  path: string;
  render: 'server' | 'client' | 'moved';
  query: readonly string[];
  indexed: boolean;
  forms: Record<string, readonly string[]>;
  secret: boolean;
}

/** Every address that answers, as a pattern, who renders it and what of its query counts: for the site map and the cache. */
export const routes: readonly RouteFacts[] = Object.values<Page>(pages).map(
  ({ path, file, movedTo, query, indexed, forms, secret }) => ({
    path,
    render: movedTo ? 'moved' : isPublic(file) ? 'server' : 'client',
    query: forms.length ? [...query, SENT_PARAMETER] : query,
    indexed,
    forms: writesOf(forms),
    secret,
  }),
);

/**
 * Renders one page as the anonymous visitor sees it; for the address of a shared page's picture, the drawing as JSON in
 * `body`. Throws when its data cannot be read: the shell is sent then.
 */
export async function render({ url, origin, site, post }: RenderRequest): Promise<RenderedPage> {
  const mark = url.indexOf('?');
  const pathname = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const shared = sharedPage(pathname);
  if (shared) return renderShared(shared, { origin, site });
  const redirect = withoutTrailingSlash(pathname, query);
  if (redirect) return movedTo(redirect);

  const { page, params } = findPage(pathname);
  if (page.movedTo) return movedTo(page.movedTo);
  if (!isPublic(page.file)) {
    const state = bootState({ site, origin, queryClient: makeQueryClient() });
    return { ...nothing, head: titleOf(site), state, modules: modulesOf(page) };
  }
  const answer = post && (await answerPost(post, pathname, params));
  if (answer && 'location' in answer) return { ...nothing, status: 303, location: answer.location };
  const posted = answer?.posted;
  const { status, location, html, queryClient } = await renderPage(page, {
    pathname,
    params,
    query,
    origin,
    site,
    posted,
  });
  if (location) return { ...nothing, status, location };
  const cut = html.indexOf('<div data-app');
  if (cut < 0) throw new Error('the application rendered without its root element');
  return {
    status: answer?.status ?? status,
    location: null,
    head: html.slice(0, cut).replace(PICTURE_PRELOADS, ''),
    body: html.slice(cut),
    state: bootState({ site, origin, queryClient, posted }),
    modules: modulesOf(page),
  };
}

/**
 * React asks for pictures ahead of the document that has them. It arrives in one piece, so that gains nothing, and a browser
 * that does not know its width yet chooses another size for the preload than for the picture.
 */
const PICTURE_PRELOADS = /<link rel="preload" as="image"[^>]*>/g;

const nothing: RenderedPage = { status: 200, location: null, head: '', body: '', state: '', modules: [] };

interface RouteVisit extends Omit<RenderRequest, 'url' | 'post'> {
  pathname: string;
  params: Visit['params'];
  query: string;
  posted?: Boot['posted'];
}

async function renderPage(page: Page, { pathname, params, query, origin, site, posted }: RouteVisit) {
  const queryClient = makeQueryClient();
  const { default: Content } = await load(page);
  const outcome = await Content.prefetch?.({ params, search: new URLSearchParams(query), queryClient });
  if (outcome?.location) return { ...outcome, html: '', queryClient, card: undefined };
  const sink: { card?: ShareCard } = {};
  const html = renderToString(
    <StrictMode>
      <ShareCardSink value={sink}>
        <Providers site={{ ...site, origin }} queryClient={queryClient} posted={posted}>
          <Router at={{ pathname, search: query && `?${query}` }}>
            <App />
          </Router>
        </Providers>
      </ShareCardSink>
    </StrictMode>,
  );
  return { status: outcome?.status ?? 200, location: undefined, html, queryClient, card: sink.card };
}

/** Pages that visitors may read and crawlers may list have a picture; others have none. */
async function renderShared(path: string, rest: Pick<RenderRequest, 'origin' | 'site'>): Promise<RenderedPage> {
  if (path === PODCAST) return { ...nothing, body: podcastCover(rest.site) };
  const { page, params } = findPage(path);
  if (page.movedTo || !isPublic(page.file)) return { ...nothing, status: 404 };
  const { status, card } = await renderPage(page, { pathname: path, params, query: '', ...rest });
  if (status !== 200 || !card) return { ...nothing, status: 404 };
  return { ...nothing, body: shareDrawing(rest.site, rest.origin, path, card) };
}

/** The title of the tab until the browser has rendered the page. */
function titleOf(site: SiteContent): string {
  return `<title>${site.name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</title>`;
}

function movedTo(location: string): RenderedPage {
  return { ...nothing, status: 301, location };
}

function withoutTrailingSlash(pathname: string, query: string): string | undefined {
  const trimmed = pathname.replace(/\/+$/, '');
  // `//elsewhere` would leave the site.
  if (trimmed === pathname || trimmed === '' || trimmed.startsWith('//')) return undefined;
  return query ? `${trimmed}?${query}` : trimmed;
}

/** The same data always gives the same bytes, so that the page's ETag is stable: times are set by the browser. */
function bootState({
  site,
  origin,
  queryClient,
  posted,
}: Omit<Boot, 'query'> & { queryClient: ReturnType<typeof makeQueryClient> }): string {
  const query = dehydrate(queryClient);
  for (const entry of query.queries) {
    entry.dehydratedAt = 0;
    entry.state.dataUpdatedAt = 0;
  }
  return JSON.stringify({ site, origin, query, posted } satisfies Boot);
}
