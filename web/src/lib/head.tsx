import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { arrive } from './arrival';
import { useSite } from './site';

export interface HeadProps {
  /** Unique per page; the site's name is added, except on the home page. */
  title: string;
  description: string;
  /** The page's own address without filters; absent for what should not be indexed. */
  canonicalPath?: string;
  type?: 'website' | 'article';
  /** Absolute or from the root. */
  image?: string | null;
  publishedAt?: string;
  modifiedAt?: string;
  /** schema.org objects; `@context` is added. */
  structuredData?: readonly Record<string, unknown>[];
}

/** A file of this site with its origin; other addresses stay. */
export function absoluteUrl(origin: string, path: string): string {
  return /^https?:/.test(path) ? path : origin + path;
}

/** Everything a crawler or a shared link reads. React moves these tags into <head>, on the server and in the browser. */
export function Head({
  title,
  description,
  canonicalPath,
  type = 'website',
  image,
  publishedAt,
  modifiedAt,
  structuredData,
}: HeadProps) {
  const site = useSite();
  const { pathname } = useLocation();
  const fullTitle = pathname === '/' ? title : `${title} · ${site.name}`;
  const canonical = canonicalPath === undefined ? undefined : site.origin + canonicalPath;

  useEffect(() => arrive(pathname, fullTitle), [pathname, fullTitle]);

  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {canonical ? <link rel="canonical" href={canonical} /> : <meta name="robots" content="noindex" />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {canonical && <meta property="og:url" content={canonical} />}
      {image && <meta property="og:image" content={absoluteUrl(site.origin, image)} />}
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      {modifiedAt && <meta property="article:modified_time" content={modifiedAt} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      <link rel="alternate" type="application/rss+xml" title={`Blog de ${site.name}`} href="/rss.xml" />
      {structuredData && <StructuredData items={structuredData} />}
    </>
  );
}

/** Data, not script: the policy against inline scripts does not concern it. `<` is escaped so it cannot end the element. */
function StructuredData({ items }: { items: readonly Record<string, unknown>[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': items }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON made here, with `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
