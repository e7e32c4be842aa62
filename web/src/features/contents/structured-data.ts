import { paths } from '@/app/paths';
import { absoluteUrl } from '@/lib/head';
import type { Site } from '@/lib/site';
import type { Article, ContentCard } from './queries';

/** The blog and what it lists first, for search engines. */
export function blogStructuredData(site: Site, contents: readonly ContentCard[]): Record<string, unknown>[] {
  return [
    {
      '@type': 'Blog',
      '@id': `${site.origin}${paths.blog()}#blog`,
      name: `Blog de ${site.name}`,
      url: site.origin + paths.blog(),
      inLanguage: 'pt-BR',
      author: { '@type': 'Person', name: site.name, url: `${site.origin}/` },
      blogPost: contents.map((content) => ({
        '@type': 'BlogPosting',
        headline: content.title,
        url: site.origin + paths.article(content.id),
        datePublished: content.created_at,
      })),
    },
  ];
}

/** The article, and the way to it from the home page. */
export function articleStructuredData(site: Site, article: Article): Record<string, unknown>[] {
  const url = site.origin + paths.article(article.id);
  const trail = [
    { name: 'Início', item: `${site.origin}/` },
    { name: 'Blog', item: site.origin + paths.blog() },
    { name: article.title, item: url },
  ];
  return [
    {
      '@type': 'BlogPosting',
      '@id': `${url}#article`,
      headline: article.title,
      description: article.description ?? undefined,
      url,
      mainEntityOfPage: url,
      inLanguage: 'pt-BR',
      datePublished: article.created_at,
      dateModified: article.updated_at,
      articleSection: article.category ?? undefined,
      keywords: article.tags.length ? article.tags.join(', ') : undefined,
      image: article.thumbnail_url ? absoluteUrl(site.origin, article.thumbnail_url) : undefined,
      author: { '@type': 'Person', name: site.name, url: `${site.origin}/` },
      isPartOf: { '@id': `${site.origin}${paths.blog()}#blog` },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: trail.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    },
  ];
}
