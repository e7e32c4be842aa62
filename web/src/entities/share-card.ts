/**
 * The picture that stands beside a shared link: what is written on it and where it lives. The server draws it when it is
 * asked for, from the card of the very page it belongs to (app/share-drawing.ts, crates/pages/src/share).
 */
import { createContext } from 'react';
import { fnv1a } from '@/lib/fnv1a';

/** The size every network asks for, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

/** By what the art of a content is chosen, as on its cover. */
export interface ShareSubject {
  id: string;
  content_type: string;
  category: string | null;
}

/** What is written on the picture. */
export interface ShareCard {
  title: string;
  text: string;
  /** A few words above the title; the site's address where there are none. */
  label?: string | undefined;
  subject?: ShareSubject | undefined;
}

/** Where a rendering leaves the card of its page for the server to draw. Nobody provides one in the browser. */
export const ShareCardSink = createContext<{ card?: ShareCard } | undefined>(undefined);

const ADDRESS = /^\/share(\/.+)\.png$/;
/** The home page has no word of its own. */
const HOME = '/inicio';

/**
 * The picture's address. Networks keep pictures for long, so other words make another address.
 * `signature`: what else is written on it, the same for all.
 */
export function shareImagePath(
  pagePath: string,
  { title, text, label, subject }: ShareCard,
  signature: string,
): string {
  const drawn = [title, text, label, subject?.content_type, subject?.category, signature];
  const version = (fnv1a(drawn.join('\n')) >>> 0).toString(36);
  return `/share${pagePath === '/' ? HOME : pagePath}.png?v=${version}`;
}

/** The page a picture's address belongs to; undefined for other addresses. */
export function sharedPage(pathname: string): string | undefined {
  const page = ADDRESS.exec(pathname)?.[1];
  return page === HOME ? '/' : page;
}
