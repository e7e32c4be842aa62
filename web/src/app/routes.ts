/** The code of each page, found by its file in routes/ and loaded when it is asked for. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from '@/lib/route-match';
import { tracked } from '@/lib/start/code';
import { isPublic, type Page } from './pages';

export interface Visit {
  params: Params;
  search: URLSearchParams;
  queryClient: QueryClient;
}

/** Properties of a page: the parts of its address that its path leaves open. */
export type PageProps = Pick<Visit, 'params'>;

/** A file in routes/. `prefetch` fills the query client; a missing thing answers with its status, a moved one with its place. */
export interface RouteModule {
  default: ComponentType<PageProps> & {
    // biome-ignore lint/suspicious/noConfusingVoidType: a page without a special status just loads
    prefetch?: (visit: Visit) => Promise<{ status: number; location?: string } | void>;
  };
}

const publicPages = import.meta.glob<RouteModule>('../routes/public/*.tsx');

const isOfPanel = (file: Page['file']) => file.startsWith('signed-in/admin');

function importPage(file: Page['file']): Promise<RouteModule> {
  const importer = publicPages[`../routes/${file}.tsx`];
  if (importer) return importer();
  // The server never renders these: their code stays out of its bundle.
  if (import.meta.env.SSR) return Promise.reject(new Error(`${file} is rendered by the browser only`));
  return (isOfPanel(file) ? import('@/routes/admin') : import('@/routes/signed-in')).then(({ importers }) => {
    const signedIn = importers[`./${file}.tsx`];
    if (!signedIn) throw new Error(`${file} has no code`);
    return signedIn() as Promise<RouteModule>;
  });
}

/** The files of a page, by which the server finds what to preload in the build's manifest. */
export const modulesOf = ({ file }: Page): string[] => [
  ...(isPublic(file) ? [] : [`src/routes/${isOfPanel(file) ? 'admin' : 'signed-in'}.ts`]),
  `src/routes/${file}.tsx`,
];

const loading = new Map<string, { module: Promise<RouteModule>; failed: boolean }>();

/** The same promise each time. */
export function load({ file }: Page): Promise<RouteModule> {
  const known = loading.get(file);
  if (known) return known.module;
  const module = tracked(importPage(file));
  const entry = { module, failed: false };
  loading.set(file, entry);
  // Kept: React renders a failed page more than once, and would import it each time.
  module.catch(() => {
    entry.failed = true;
  });
  return module;
}

/** Loads the code ahead of a visit; an attempt that failed is made again. */
export function preload(page: Page): Promise<RouteModule> {
  if (loading.get(page.file)?.failed) loading.delete(page.file);
  return load(page);
}
