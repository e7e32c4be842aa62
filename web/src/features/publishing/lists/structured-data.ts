import { paths } from '@/app/pages';
import type { Site } from '@/entities/site';
import { author, blogId, breadcrumbs, type Thing } from '@/entities/structured-data';
import type { ContentCard } from '../queries';

export function blogStructuredData(site: Site, contents: readonly ContentCard[]): Thing[] {
  const blog = {
    '@type': 'Blog',
    '@id': blogId(site),
    name: `Blog de ${site.name}`,
    url: site.origin + paths.blog(),
    inLanguage: 'pt-BR',
    author: author(site),
    // A filtered list does not know the newest.
    ...(contents.length > 0 && { blogPost: contents.map((content) => blogPost(site, content)) }),
  };
  return [blog, breadcrumbs(site, [{ name: 'Blog', path: paths.blog() }])];
}

function blogPost(site: Site, content: ContentCard): Thing {
  return {
    '@type': 'BlogPosting',
    headline: content.title,
    url: site.origin + paths.article(content.id),
    datePublished: content.created_at,
  };
}
