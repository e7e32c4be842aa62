import { expect, test } from 'vitest';
import type { Role } from '@/entities/access';
import { firstPageOf } from './first-page';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const running = { access_until: '2026-12-28T12:00:00Z' };
const ended = { access_until: '2026-10-28T12:00:00Z' };

test.each<[roles: Role[], subscription: typeof running | null, page: string]>([
  [[], running, '/membros'],
  [[], null, '/membros'],
  [['admin'], null, '/membros'],
  [['admin', 'moderator'], null, '/membros'],
  [['moderator'], null, '/membros/moderacao'],
  [['moderator'], ended, '/membros/moderacao'],
  [['moderator'], running, '/membros'],
  [['moderator', 'editor'], null, '/membros/moderacao'],
  [['editor', 'publisher'], null, '/admin'],
])('the roles %j with the subscription %j begin at %s', (roles, subscription, page) => {
  expect(firstPageOf(roles, subscription, NOW)).toBe(page);
});
