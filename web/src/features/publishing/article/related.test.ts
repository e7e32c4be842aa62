import { expect, test } from 'vitest';
import type { ContentCard, Subject } from '../queries';
import { chooseRelated, neighbourFilter } from './related';

const card = (id: string, category_id: string | null = null, tags: string[] = []): ContentCard & Subject => ({
  id,
  title: id,
  description: null,
  content_type: 'article',
  category: null,
  category_id,
  created_at: '2026-01-01T00:00:00Z',
  published_at: null,
  read_time: null,
  counted_read_time: null,
  thumbnail_url: null,
  slug: null,
  tags,
  is_member_only: false,
  entitlement: 'articles',
});
const ids = (cards: readonly ContentCard[]) => cards.map(({ id }) => id);

test('contents that share more come first, then the newest', () => {
  const subject = card('this', 'management', ['agenda', 'reuniões']);
  const neighbours = [card('category', 'management'), card('both', 'people', ['agenda', 'reuniões'])];
  const newest = [card('newest'), card('category', 'management'), card('this'), card('old')];
  expect(ids(chooseRelated(subject, neighbours, newest))).toEqual(['both', 'category', 'newest']);
});

test('neighbours that are equally near stay newest first', () => {
  const neighbours = [card('newer', 'c'), card('older', 'c')];
  expect(ids(chooseRelated(card('this', 'c'), neighbours, []))).toEqual(['newer', 'older']);
});

test('contents without a category are not near each other for that', () => {
  const neighbours = [card('none', null, []), card('tag', null, ['t'])];
  expect(ids(chooseRelated(card('this', null, ['t']), neighbours, []))).toEqual(['tag', 'none']);
});

test('a tag may hold any character', () => {
  expect(neighbourFilter(card('this', null, ['a,b', 'c"d', 'e\\f']))).toBe(
    String.raw`tags.ov."{\"a,b\",\"c\\\"d\",\"e\\\\f\"}"`,
  );
  expect(neighbourFilter(card('this', 'x', []))).toBe('category_id.eq.x');
  expect(neighbourFilter(card('this'))).toBeUndefined();
});
