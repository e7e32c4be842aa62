import { expect, test } from 'vitest';
import { entriesFor, type Viewer } from './navigation';

const viewer = (rights: Partial<Viewer>): Viewer => ({
  isAdmin: false,
  isStaff: false,
  hasAccess: false,
  subscribed: false,
  ...rights,
});
const labels = (rights: Partial<Viewer>) => entriesFor(viewer(rights)).map(({ label }) => label);

test('exclusive contents are offered to subscribers only', () => {
  const exclusive = 'Conteúdos Exclusivos';
  expect(labels({ hasAccess: true, subscribed: true })).toContain(exclusive);
  expect(labels({ isAdmin: true, isStaff: true, hasAccess: true, subscribed: true })).toContain(exclusive);
  expect(labels({ isAdmin: true, isStaff: true, hasAccess: true })).not.toContain(exclusive);
  expect(labels({ isStaff: true })).not.toContain(exclusive);
});

test('a moderator without a subscription sees community and queue', () => {
  expect(labels({ isStaff: true })).toEqual(['Comunidade', 'Fórum', 'Membros', 'Conteúdos', 'Moderação', 'Meu perfil']);
});
