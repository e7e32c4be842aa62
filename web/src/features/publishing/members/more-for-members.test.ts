import { expect, test } from 'vitest';
import type { ContentCard } from '../queries';
import { chooseNext } from './more-for-members';

const card = (id: string, category: string | null): ContentCard => ({
  id,
  slug: null,
  title: id,
  description: null,
  content_type: 'article',
  category,
  created_at: '2026-11-01T12:00:00Z',
  published_at: null,
  read_time: null,
  counted_read_time: null,
  thumbnail_url: null,
  is_member_only: true,
  entitlement: 'articles',
});

test('after a content come unfinished ones, of its category first', () => {
  const contents = [
    card('a', 'Vendas'),
    card('b', null),
    card('c', 'Gestão'),
    card('d', 'Vendas'),
    card('e', 'Vendas'),
  ];
  const progress = new Map([
    ['b', { completed_at: null }],
    ['d', { completed_at: '2026-11-02T12:00:00Z' }],
  ]);
  const next = (id: string, category: string | null) =>
    chooseNext({ id, category }, contents, progress).map((content) => content.id);
  expect(next('a', 'Vendas')).toEqual(['e', 'b', 'c']);
  expect(next('b', null)).toEqual(['a', 'c', 'e']);
});
