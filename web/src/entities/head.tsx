import { use, useEffect } from 'react';
import { arrive } from '@/lib/page-announcer';
import { useLocation } from '@/lib/router';
import { carryToasts } from '@/ui/toast';
import { SHARE_IMAGE, type ShareCard, ShareCardSink, shareImagePath } from './share-card';
import { useSite } from './site';

/** Search results cut longer titles and descriptions. */
const MAX_TITLE_LENGTH = 65;
const MAX_DESCRIPTION_LENGTH = 160;

export interface HeadProps {
  title: string;
  description: string;
  /** The page's own address without filters; absent for what should not be indexed. */
  canonicalPath?: string;
  type?: 'website' | 'article';
  share?: Pick<ShareCard, 'label' | 'subject'> & { title?: string };
  publishedAt?: string;
  modifiedAt?: string;
  section?: string | null;
  /** schema.org objects; `@context` is added. Only the server writes them, so the browser's code is spared: false there. */
  structuredData?: readonly Record<string, unknown>[] | false;
}

/** A file of this site with its origin; other addresses stay. */
export function absoluteUrl(origin: string, path: string): string {
  return /^https?:/.test(path) ? path : origin + path;
}

/** Cut after a whole word. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/[\s,;:.–—]*\s\S*$/, '')}…`;
}

/** Everything a crawler or a shared link reads. React moves these tags into <head>, on the server and in the browser. */
export function Head({
  title,
  description,
  canonicalPath,
  type = 'website',
  share,
  publishedAt,
  modifiedAt,
  section,
  structuredData,
}: HeadProps) {
  const site = useSite();
  const { pathname } = useLocation();
  const named = `${title} · ${site.name}`;
  const fullTitle = pathname === '/' || named.length > MAX_TITLE_LENGTH ? title : named;
  const summary = shortened(description, MAX_DESCRIPTION_LENGTH);

  useEffect(() => {
    if (arrive(pathname, fullTitle)) carryToasts();
  }, [pathname, fullTitle]);

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={summary} />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={summary} />
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      {modifiedAt && <meta property="article:modified_time" content={modifiedAt} />}
      {section && <meta property="article:section" content={section} />}
      {canonicalPath === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Address path={canonicalPath} card={{ title, text: description, ...share }} />
      )}
      <link rel="alternate" type="application/rss+xml" title={`Blog de ${site.name}`} href="/rss.xml" />
      <link rel="alternate" type="application/feed+json" title={`Blog de ${site.name}`} href="/feed.json" />
      <link rel="alternate" type="application/rss+xml" title={`Podcast de ${site.name}`} href="/podcast.xml" />
      {structuredData !== undefined && <StructuredData items={structuredData} />}
    </>
  );
}

function Address({ path, card }: { path: string; card: ShareCard }) {
  const site = useSite();
  const sink = use(ShareCardSink);
  if (sink) sink.card = card;
  const url = site.origin + path;
  // Further pages of a list share the picture of the first.
  const [page = path] = path.split('?', 1);
  const image = shareImagePath(page, card, `${site.name} ${site.monogram} ${site.role}`);
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={site.origin + image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />
      <meta property="og:image:alt" content={card.title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Data, not script: the policy against inline scripts does not concern it. `<` is escaped so it cannot end the element. */
function StructuredData({ items }: { items: readonly Record<string, unknown>[] | false }) {
  const graph = items && JSON.stringify({ '@context': 'https://schema.org', '@graph': items });
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON made here, with `<` escaped
      dangerouslySetInnerHTML={{ __html: graph ? graph.replaceAll('<', '\\u003c') : '' }}
    />
  );
}
