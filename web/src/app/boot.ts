import type { DehydratedState } from '@tanstack/react-query';
import type { SiteContent } from '@/generated/content';
import { clientConfig, fetchJson } from '@/lib/client-config';
import type { Posted } from '@/widgets/public-form/posted';

/** The server's state inside the page, so that the first render needs no request. */
export interface Boot {
  site: SiteContent;
  /** The public origin, without a slash at the end. */
  origin: string;
  query: DehydratedState;
  posted?: Posted | undefined;
}

/** Reads the page's own state. Absent where the server sent the plain shell. */
export function readBoot(): Boot | undefined {
  const text = document.getElementById('__boot')?.textContent;
  if (!text) return undefined;
  const boot = JSON.parse(text) as Boot;
  // The server writes zero so that its bytes are stable; here the data is as old as the page.
  for (const query of boot.query.queries) query.state.dataUpdatedAt = Date.now();
  return boot;
}

/** The same state, requested separately when the page came without it. */
export async function fetchBoot(): Promise<Boot> {
  const [site, { supabaseUrl }] = await Promise.all([fetchJson<SiteContent>('/content/site.json'), clientConfig()]);
  return { site, origin: supabaseUrl, query: { queries: [], mutations: [] } };
}
