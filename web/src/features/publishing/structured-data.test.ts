import { expect, test } from 'vitest';
import type { Site } from '@/entities/site';
import type { Article } from './queries';
import { articleStructuredData } from './structured-data';

const site = { origin: 'https://a.test', name: 'Ana' } as Site;
const article: Article = {
  id: 'a1',
  slug: null,
  title: 'Uma pauta',
  description: null,
  content_type: 'article',
  category: 'Gestão',
  category_id: null,
  is_member_only: false,
  entitlement: 'articles',
  created_at: '2025-01-02T12:00:00Z',
  published_at: '2026-01-02T12:00:00Z',
  updated_at: '2026-01-03T12:00:00Z',
  read_time: '16 min',
  counted_read_time: null,
  thumbnail_url: null,
  tags: [],
  body: '<p>x</p>',
  external_link: null,
  file_url: null,
  seo_title: null,
  seo_description: null,
  open_body: null,
};
const drawn = 'https://a.test/share/blog/a1.png';
const main = (change: Partial<Article>) =>
  JSON.parse(JSON.stringify(articleStructuredData(site, { ...article, ...change })[0]));

test('an article has headline, dates, author and a picture', () => {
  const posting = main({ thumbnail_url: '/storage/v1/x.png' });
  expect(posting).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'Uma pauta',
    datePublished: '2026-01-02T12:00:00Z',
    dateModified: '2026-01-03T12:00:00Z',
    timeRequired: 'PT16M',
    author: { '@type': 'Person', name: 'Ana', url: 'https://a.test/' },
    image: ['https://a.test/storage/v1/x.png', drawn],
  });
  expect(posting).not.toHaveProperty('description');
  expect(posting).not.toHaveProperty('keywords');
});

test('a content is named by its readable address', () => {
  const posting = main({ slug: 'uma-pauta' });
  expect(posting).toMatchObject({
    url: 'https://a.test/blog/uma-pauta',
    mainEntityOfPage: 'https://a.test/blog/uma-pauta',
    image: ['https://a.test/share/blog/uma-pauta.png'],
  });
});

test('a video has every required field without a description', () => {
  const video = main({ content_type: 'video', file_url: '/storage/v1/object/public/contents/v.mp4', read_time: null });
  expect(video).toMatchObject({
    '@type': 'VideoObject',
    name: 'Uma pauta',
    description: 'Uma pauta',
    thumbnailUrl: [drawn],
    uploadDate: '2026-01-02T12:00:00Z',
    contentUrl: 'https://a.test/storage/v1/object/public/contents/v.mp4',
  });
  expect(video).not.toHaveProperty('duration');
  const elsewhere = main({ content_type: 'video', external_link: 'https://youtu.be/dQw4w9WgXcQ' });
  expect(elsewhere.embedUrl).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
  expect(elsewhere).not.toHaveProperty('contentUrl');
});

test('an episode belongs to the podcast and names its sound', () => {
  const episode = main({ content_type: 'audio', external_link: 'https://cdn.test/a.mp3' });
  expect(episode).toMatchObject({
    '@type': 'PodcastEpisode',
    associatedMedia: { '@type': 'AudioObject', contentUrl: 'https://cdn.test/a.mp3' },
    partOfSeries: { '@type': 'PodcastSeries', webFeed: 'https://a.test/podcast.xml' },
  });
  expect(main({ content_type: 'audio' })).not.toHaveProperty('associatedMedia');
});

test('the way to a content leads through the blog', () => {
  const [, trail] = articleStructuredData(site, article);
  expect(trail).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Início', item: 'https://a.test/' },
      { position: 2, name: 'Blog', item: 'https://a.test/blog' },
      { position: 3, name: 'Uma pauta', item: 'https://a.test/blog/a1' },
    ],
  });
});
