/** What a route is: its page, what the page is given, and how the address answers. The routes there are stand in routes.tsx. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from '@/lib/route-match';

/** What a page may use to load its data before it is rendered. */
export interface Visit {
  params: Params;
  search: URLSearchParams;
  queryClient: QueryClient;
}

/** What a page is given: the words of its address that its path leaves open. */
export type PageProps = Pick<Visit, 'params'>;

/** A file in routes/. `prefetch` fills the query client; a missing thing answers with its status. */
export interface RouteModule {
  default: ComponentType<PageProps>;
  // biome-ignore lint/suspicious/noConfusingVoidType: a page without a special status just loads
  prefetch?: (visit: Visit) => Promise<{ status: number } | void>;
}

/** The public forms; each is defined by its feature and listed in forms.ts. */
export type FormName = 'newsletter' | 'contato' | 'lista-de-espera' | 'confirmar' | 'sair' | 'entrar';

export interface LiveRoute {
  path: string;
  /** The page's file, by which the server finds what to preload in the build's manifest. */
  module: string;
  /** 'server' pages are complete HTML for visitors; 'client' pages need somebody signed in. */
  rendering: 'server' | 'client';
  /** 'site' has the public top bar and footer around it. */
  shell: 'site' | 'bare';
  /** The query parameters the page reads while it is rendered on the server, which ignores all others. */
  query: readonly string[];
  /** Whether crawlers may list it; a page that is not for them gives its <Head> no canonical path either. */
  indexed: boolean;
  /** The forms whose plain posts the page answers. */
  forms: readonly FormName[];
  /** The address holds a secret: the page is never kept. */
  secret: boolean;
  /** Where this address leads now: the server answers 301, the browser goes there and leaves no trace of it. */
  movedTo: string | undefined;
  /** The same promise each time, marked as React's `use` expects once it is settled. */
  load: () => Promise<RouteModule>;
  /** Loads the code ahead of a visit; an attempt that failed is made again. */
  preload: () => Promise<RouteModule>;
}
