/**
 * Weight of the community before its first post can be read and liked. The client library, the fields of forms, dialogs
 * and menus come afterwards, and nothing is lost until they are there.
 */
import type { Page } from '@playwright/test';
import { rowsOf, signInByApi } from './accounts.ts';
import { ANA, anaAndRui, article, post } from './community.ts';
import { expect, test } from './fixtures.ts';
import { SIGNED_IN, scriptSizes, weigh } from './weight.ts';

test.use({ ownServer: true });

/** Kilobytes of scripts until the list can be used (decision 0042). */
const FIRST = 120;

declare global {
  interface Window {
    /** Time at which the list was shown. */
    shownAt?: number;
  }
}

/** Notes in the page when the first post is there. */
async function noteShown(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('article [data-key]')) return;
      observer.disconnect();
      window.shownAt = performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Holds back every script that is asked for after the list was shown, until the returned function is called. */
async function holdLaterScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (await page.evaluate(() => window.shownAt !== undefined)) await released;
    await route.continue();
  });
  return release;
}

for (const path of ['/membros/comunidade', '/membros/forum']) {
  test(`${path} arrives within its budgets`, async ({ page, server }) => {
    const { rui } = await anaAndRui(server);
    await post(server, { title: 'Um tópico', author: rui, channel: '6' });
    await signInByApi(page, ANA);
    await noteShown(page);
    const sizes = await scriptSizes(page);
    const expectWithinBudget = await weigh(page, SIGNED_IN);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('article').first()).toBeVisible();
    const first = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (window.shownAt ?? 0))
        .map(({ name }) => name),
    );
    const bytes = first.reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    expect(bytes, 'scripts were measured').toBeGreaterThan(50_000);
    expect(bytes / 1_000, `${path}: kilobytes until it is shown`).toBeLessThanOrEqual(FIRST);
    await expectWithinBudget();
  });
}

test('actions made before all code has loaded are kept', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Lida cedo', author: rui, channel: '3' });
  await signInByApi(page, ANA);
  await noteShown(page);
  const release = await holdLaterScripts(page);
  await page.goto('/membros/comunidade?canal=3');
  const like = article(page, 'Lida cedo').getByRole('button', { name: /^Curtir a publicação de Rui/ });
  await like.click();
  await expect(article(page, 'Lida cedo').getByRole('button', { name: /^Descurtir/ })).toBeVisible();
  const likes = () => rowsOf(server, 'community_likes', `select=user_id&post_id=eq.${id}`);
  await expect.poll(likes).toEqual([{ user_id: ana }]);
  // What changes before the page follows changes is fetched when it does.
  await post(server, { title: 'Escrita entre ler e seguir', author: rui, channel: '3' });
  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill('Título sem os outros campos');
  await title.press('Control+Enter');
  await expect(page.getByRole('textbox', { name: 'Conteúdo' })).toHaveCount(0);
  release();
  await expect(article(page, 'Escrita entre ler e seguir')).toBeVisible();
  await expect(page.getByText('Título e conteúdo são obrigatórios.')).toBeVisible();
  await expect(title).toHaveValue('Título sem os outros campos');
  await expect(page.getByRole('textbox', { name: 'Conteúdo' })).toBeFocused();
});
