/** The owner's words: content/*.toml, served as JSON in the same shape. Keys are the TOML's. */
import { queryOptions } from '@tanstack/react-query';
import type { ChatTexts, ContentFiles, ContentLists, SiteContent } from '@/generated/content';
import { fetchJson } from './http';

/** What somebody may open the chat about. */
export type ChatTopic = keyof ChatTexts;

/** The types that /conteudos counts and lists. */
export type ListedType = keyof ContentLists;

/** One of the owner's files. Whoever came keeps what the page came with: an edit shows on the next visit. */
export function contentQuery<Name extends keyof ContentFiles>(name: Name) {
  return queryOptions({
    queryKey: ['content', name],
    queryFn: ({ signal }) => fetchJson<ContentFiles[Name]>(`/content/${name}.json`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The address that opens the chat with the words for a subject. */
export function chatUrl(site: SiteContent, topic: ChatTopic): string {
  return `https://wa.me/${site.links.whatsapp}?text=${encodeURIComponent(site.chat[topic])}`;
}
