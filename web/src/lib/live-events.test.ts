import { expect, test } from 'vitest';
import { eventsSince, position, remember } from './live-events';

const event = (id: string) => ({ table: 'community_posts', type: 'UPDATE', row: { id } }) as const;

test('events that arrive during a fetch are found afterwards', () => {
  remember(event('a'));
  const start = position();
  expect(eventsSince(start, 'community_posts')).toEqual([]);
  remember(event('b'));
  remember({ table: 'channels', type: 'INSERT', row: { id: '9' } });
  remember(event('c'));
  expect(eventsSince(start, 'community_posts').map(({ row }) => row.id)).toEqual(['b', 'c']);
});

test('only the newest events are kept, in order', () => {
  const start = position();
  for (let count = 0; count < 1_500; count += 1) remember(event(String(count)));
  const kept = eventsSince(start, 'community_posts');
  expect(kept).toHaveLength(1_000);
  expect(kept.at(-1)?.row.id).toBe('1499');
  const later = position();
  remember(event('new'));
  expect(eventsSince(later, 'community_posts').map(({ row }) => row.id)).toEqual(['new']);
});
