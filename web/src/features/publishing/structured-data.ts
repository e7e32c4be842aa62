import { paths } from '@/app/pages';
import { externalSource } from '@/entities/external/external-source';
import { absoluteUrl } from '@/entities/head';
import type { Site } from '@/entities/site';
import { author, blogId, breadcrumbs, type Thing } from '@/entities/structured-data';
import { type Article, publishedAt } from './queries';

export function articleStructuredData(site: Site, article: Article): Thing[] {
  const path = paths.content(article);
  const list = isLetter(article) ? { name: 'Cartas', path: paths.letters } : { name: 'Blog', path: paths.blog() };
  const trail = [list, { name: article.title, path }];
  return [{ ...inCommon(site, article), ...byKind(site, article) }, breadcrumbs(site, trail)];
}

/** Search engines ask that closed parts are declared. */
const PARTLY_OPEN = {
  isAccessibleForFree: false,
  hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '[data-audience]' },
};

const isLetter = ({ content_type }: Article): boolean => content_type === 'letter';

function byKind(site: Site, article: Article): Thing {
  if (article.content_type === 'video') return videoObject(site, article);
  if (article.content_type === 'audio') return podcastEpisode(site, article);
  return blogPosting(site, article);
}

/** The fields all kinds of content share. Empty texts are undefined and so left out of the JSON. */
function inCommon(site: Site, article: Article): Thing {
  const url = site.origin + paths.content(article);
  return {
    '@id': `${url}#content`,
    description: article.description || undefined,
    url,
    inLanguage: 'pt-BR',
    datePublished: publishedAt(article),
    dateModified: article.updated_at,
    keywords: article.tags.length ? article.tags.join(', ') : undefined,
    author: author(site),
    publisher: author(site),
  };
}

function blogPosting(site: Site, article: Article): Thing {
  return {
    '@type': 'BlogPosting',
    headline: article.title,
    mainEntityOfPage: site.origin + paths.content(article),
    image: pictures(site, article),
    articleSection: article.category ?? undefined,
    timeRequired: duration(article),
    ...(article.open_body !== null && PARTLY_OPEN),
    isPartOf: isLetter(article) ? undefined : { '@id': blogId(site) },
  };
}

function podcastEpisode(site: Site, article: Article): Thing {
  const sound = soundOrFilm(site, article);
  return {
    '@type': 'PodcastEpisode',
    name: article.title,
    image: pictures(site, article),
    timeRequired: duration(article),
    associatedMedia: sound && { '@type': 'AudioObject', contentUrl: sound },
    partOfSeries: {
      '@type': 'PodcastSeries',
      '@id': `${site.origin}${paths.podcastFeed}#series`,
      name: `${site.name}: podcast`,
      url: site.origin + paths.contentPodcasts,
      webFeed: site.origin + paths.podcastFeed,
    },
  };
}

function videoObject(site: Site, article: Article): Thing {
  const player = article.file_url ? undefined : externalSource(article.external_link);
  return {
    '@type': 'VideoObject',
    name: article.title,
    // Required by search engines.
    description: article.description || article.title,
    thumbnailUrl: pictures(site, article),
    uploadDate: publishedAt(article),
    duration: duration(article),
    ...(player ? { embedUrl: player.frame.split('?', 1)[0] } : { contentUrl: soundOrFilm(site, article) }),
  };
}

function pictures(site: Site, article: Article): string[] {
  const { thumbnail_url } = article;
  const drawn = `${site.origin}/share${paths.content(article)}.png`;
  return thumbnail_url ? [absoluteUrl(site.origin, thumbnail_url), drawn] : [drawn];
}

function soundOrFilm(site: Site, { file_url, external_link }: Article): string | undefined {
  const address = file_url || external_link;
  return address ? absoluteUrl(site.origin, address) : undefined;
}

/** `16 min` in ISO 8601: `PT16M`. */
function duration({ read_time, counted_read_time }: Article): string | undefined {
  const minutes = /^(\d+)\s*min$/.exec((read_time || counted_read_time)?.trim() ?? '')?.[1];
  return minutes && `PT${minutes}M`;
}
