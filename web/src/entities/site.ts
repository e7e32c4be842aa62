import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { ChatTexts, ContentFiles, SiteContent } from '@/generated/content';
import { fetchJson } from '@/lib/client-config';

export interface Site extends SiteContent {
  /** The public origin, without a slash at the end. */
  origin: string;
}

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite needs the providers of the application around it');
  return site;
}

/** Topic about which a visitor may open the chat. */
export type ChatTopic = keyof ChatTexts;

/** One of the owner's files. Never stale: an edit shows on the next page load. */
export function contentQuery<Name extends keyof ContentFiles>(name: Name) {
  return queryOptions({
    queryKey: ['content', name],
    queryFn: ({ signal }) => fetchJson<ContentFiles[Name]>(`/content/${name}.json`, signal),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isPublic: true },
  });
}

/** The address that opens the chat with the words for a subject. */
export function chatUrl(site: SiteContent, topic: ChatTopic): string {
  return `https://wa.me/${site.links.whatsapp}?text=${encodeURIComponent(site.chat[topic])}`;
}
