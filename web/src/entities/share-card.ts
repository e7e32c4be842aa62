/**
 * The picture of a shared link: its text and address. The server draws it on request from the card of the page
 * (app/share-drawing.ts, crates/pages/src/og_image).
 */
import { createContext } from 'react';
import { fnv1a } from '@/lib/fnv1a';

/** The size every network asks for, in pixels. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;

/** Selects the art of a content, as on its cover. */
export interface ShareSubject {
  id: string;
  content_type: string;
  category: string | null;
}

export interface ShareCard {
  title: string;
  text: string;
  /** A few words above the title; the site's address where there are none. */
  label?: string | undefined;
  subject?: ShareSubject | undefined;
}

/** Place where a rendering leaves the card of its page for the server to draw. Absent in the browser. */
export const ShareCardSink = createContext<{ card?: ShareCard } | undefined>(undefined);

const ADDRESS = /^\/share(\/.+)\.png$/;
/** The path segment of the home page. */
const HOME = '/inicio';

/**
 * The picture's address. Networks cache pictures for long, so other text makes another address. `signature`: the site's
 * part of the text.
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
