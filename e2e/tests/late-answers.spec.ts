/** Pages of the members' area whose parts arrive one after the other: nothing moves what is already there. */
import type { Locator, Page, Route } from '@playwright/test';
import { openSignedIn } from './accounts.ts';
import { openCommunity } from './community.ts';
import { expect, test } from './fixtures.ts';
import { shiftOf, watchShifts } from './layout-shift.ts';

test.use({ ownServer: true });

const MEMBER = 'membro@demo.test';

/** Opens a page whose requests are answered one by one, the latest first, until everything of it is there. */
async function openSlowly(page: Page, path: string, last: Locator): Promise<void> {
  const waiting: Route[] = [];
  await watchShifts(page);
  await page.route('**/rest/v1/**', (route) => {
    waiting.push(route);
  });
  await openSignedIn(page, MEMBER, path);
  await expect(async () => {
    const route = waiting.pop();
    if (route) {
      await route.continue();
      // Nothing for a request that the page has given up.
      await route.request().response();
    }
    await expect(last).toBeVisible({ timeout: 1 });
    expect(waiting).toHaveLength(0);
  }).toPass({ intervals: [50] });
}

const PAGES: readonly [path: string, last: (page: Page) => Locator][] = [
  ['/membros', (page) => page.getByRole('heading', { name: 'Seu plano inclui' })],
  ['/membros/forum', (page) => page.getByRole('article').getByRole('link', { name: 'Igor Duarte' })],
  ['/membros/conteudos', (page) => page.getByRole('link', { name: /Demitir com respeito/ })],
  ['/membros/denuncias', (page) => page.getByRole('heading', { name: 'Pessoas bloqueadas' })],
  ['/membros/aprendizagem/ranking', (page) => page.getByRole('link', { name: 'João Cunha' })],
];

for (const [path, last] of PAGES) {
  test(`${path} does not move while it loads`, { tag: '@phone-only' }, async ({ page }) => {
    await openSlowly(page, path, last(page));
    expect(await shiftOf(page)).toBeLessThan(0.01);
  });
}

test('the community does not move while it loads', { tag: '@phone-only' }, async ({ page, other }) => {
  await openCommunity(other, 'admin@demo.test');
  await expect(other.getByRole('article').first()).toBeVisible();
  await openSlowly(page, '/membros/comunidade', page.getByRole('button', { name: 'Você participa' }));
  await expect(page.getByText('2 pessoas aqui agora')).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'Bianca Nunes' })).toBeVisible();
  expect(await shiftOf(page)).toBeLessThan(0.01);
});

test('a post does not move while it loads', { tag: '@phone-only' }, async ({ page }) => {
  await openSignedIn(page, MEMBER, '/membros/comunidade');
  const title = page.getByRole('link', { name: 'Primeira promoção interna para gerência: o que combinar antes' });
  const path = new URL(String(await title.getAttribute('href')), page.url()).pathname;
  await openSlowly(page, path, page.getByRole('article').getByRole('link', { name: 'Bianca Nunes' }).first());
  expect(await shiftOf(page)).toBeLessThan(0.01);
});
