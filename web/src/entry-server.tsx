import './ssr/polyfills';
import { dehydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server.legacy';
import { StaticRouter } from 'react-router';
import { App } from './app/app';
import type { Boot } from './app/boot';
import { Providers } from './app/providers';
import { makeQueryClient } from './app/query-client';
import { findRoute, routes as liveRoutes } from './app/routes';
import type { SiteContent } from './lib/content';

export interface RenderRequest {
  /** Path and query. */
  url: string;
  /** The public origin, without a slash at the end. */
  origin: string;
  site: SiteContent;
}

export interface RenderedPage {
  status: number;
  /** Where to go instead; then there is nothing else to send. */
  location: string | null;
  head: string;
  body: string;
  /** JSON text for `__boot`, not yet escaped for HTML. */
  state: string;
  /** Source paths of the matched page, to look up in the manifest for module preloads. */
  modules: string[];
}

/** Every address that answers, as a pattern, who renders it and what of its query counts: for the site map and the cache. */
export const routes: readonly { path: string; render: 'server' | 'client' | 'moved'; query: readonly string[] }[] =
  liveRoutes.map(({ path, rendering, movedTo, query }) => ({ path, render: movedTo ? 'moved' : rendering, query }));

/** Renders one page as the anonymous visitor sees it. Throws when its data cannot be read: the shell is sent then. */
export async function render({ url, origin, site }: RenderRequest): Promise<RenderedPage> {
  const mark = url.indexOf('?');
  const pathname = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? '' : url.slice(mark + 1);
  const redirect = withoutTrailingSlash(pathname, query);
  if (redirect) return movedTo(redirect);

  const { route, params } = findRoute(pathname);
  if (route.movedTo) return movedTo(route.movedTo);
  const queryClient = makeQueryClient();
  if (route.rendering === 'client') {
    return {
      status: 200,
      location: null,
      head: '',
      body: '',
      state: bootState({ site, origin, queryClient }),
      modules: [route.module],
    };
  }
  const module = await route.load();
  const outcome = await module.prefetch?.({ params, search: new URLSearchParams(query), queryClient });
  const html = renderToString(
    <StrictMode>
      <Providers site={{ ...site, origin }} queryClient={queryClient}>
        <StaticRouter location={url}>
          <App />
        </StaticRouter>
      </Providers>
    </StrictMode>,
  );
  const cut = html.indexOf('<div data-app');
  if (cut < 0) throw new Error('the application rendered without its root element');
  return {
    status: outcome?.status ?? 200,
    location: null,
    head: html.slice(0, cut),
    body: html.slice(cut),
    state: bootState({ site, origin, queryClient }),
    modules: [route.module],
  };
}

function movedTo(location: string): RenderedPage {
  return { status: 301, location, head: '', body: '', state: '', modules: [] };
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
}: Omit<Boot, 'query'> & { queryClient: ReturnType<typeof makeQueryClient> }): string {
  const query = dehydrate(queryClient);
  for (const entry of query.queries) {
    entry.dehydratedAt = 0;
    entry.state.dataUpdatedAt = 0;
  }
  return JSON.stringify({ site, origin, query } satisfies Boot);
}
