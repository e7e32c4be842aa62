/** The menu of the members' pages: folded and unfolded, on wide and narrow screens, for members and administrators. */
import type { Page } from '@playwright/test';
import { openDashboard, openSignedIn } from './accounts.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Menu lateral' });

test.describe('on a wide screen', () => {
  test('the sidebar folds by keyboard, stays so, and names entries', async ({ page }) => {
    await openDashboard(page, 'membro@demo.test');
    const menu = sidebar(page);
    await expect(menu).toHaveCSS('width', '256px');
    await menu.getByRole('button', { name: 'Recolher menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(menu).toHaveCSS('width', '64px');
    const unfold = menu.getByRole('button', { name: 'Expandir menu' });
    await expect(unfold).toBeFocused();
    await expect(unfold).toHaveAttribute('aria-expanded', 'false');
    await page.reload();
    await expect(menu).toHaveCSS('width', '64px');
    await menu.getByRole('link', { name: 'Configurações' }).focus();
    await expect(page.getByRole('tooltip')).toHaveText('Configurações');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/membros/configuracoes');
    await expect(menu.getByRole('link', { name: 'Configurações' })).toHaveAttribute('aria-current', 'page');
    await menu.getByRole('button', { name: 'Expandir menu' }).click();
    await expect(menu).toHaveCSS('width', '256px');
  });

  test('an administrator finds the panel and the own settings', async ({ page }) => {
    await openDashboard(page, 'admin@demo.test');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Configurações' })).toBeVisible();
    await expect(sidebar(page).getByRole('link', { name: 'Configurações' })).toHaveCount(0);
    await expect(sidebar(page).getByRole('link', { name: 'Conteúdos Exclusivos' })).toHaveCount(0);
    const tiles = page.getByRole('navigation', { name: 'Acesso rápido' });
    await tiles.getByRole('link', { name: 'Conteúdos Exclusivos' }).click();
    await expect(page).toHaveURL('/admin?aba=conteudos&publico=members');
    await page.goBack();
    await sidebar(page).getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/admin');
  });
});

for (const [theme, colour] of [
  ['dark', 'rgb(12, 20, 17)'],
  ['light', 'rgb(243, 244, 240)'],
] as const) {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  test(`a page without its code has the system's ${theme} theme`, async ({ page }) => {
    await page.route('**/*.js', () => undefined);
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/membros', { waitUntil: 'commit' });
    await expect.poll(() => background(page)).toBe(colour);
  });

  test(`a page without the application's code has the chosen ${theme} theme`, async ({ page }) => {
    // The entry reads the choice; names of other chunks change with the build.
    await page.route(/\/assets\/(?!entry-).*\.js$/, () => undefined);
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.goto('/membros', { waitUntil: 'commit' });
    await expect.poll(() => background(page)).toBe(colour);
  });
}

test.describe('on a phone', { tag: '@phone-only' }, () => {
  test('the menu opens as a sheet, keeps focus, and closes', async ({ page }) => {
    await openDashboard(page, 'membro@demo.test');
    const opener = page.getByRole('button', { name: 'Abrir menu' });
    await opener.click();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await expect(sheet.getByRole('link', { name: 'Painel' })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await sheet.getByRole('link', { name: 'Configurações' }).click();
    await expect(page).toHaveURL('/membros/configuracoes');
    await expect(sheet).toHaveCount(0);
  });
});

test('every menu entry opens a page that the person may see', { tag: '@phone' }, async ({ page, isMobile }) => {
  await openDashboard(page, 'membro@demo.test');
  if (isMobile) await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = isMobile ? page.getByRole('dialog', { name: 'Menu' }) : sidebar(page);
  await expect(menu.getByRole('link').first()).toBeVisible();
  const links = await menu.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links).toContain('/membros');
  expect(links).toContain('/conteudos');
  for (const path of links) expect((await page.request.get(path)).status(), path).toBe(200);
});

test('the menu of an account without access has no dashboard', { tag: '@phone' }, async ({ page, isMobile }) => {
  await openSignedIn(page, 'visitante@demo.test', '/membros/configuracoes');
  await expect(page.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible();
  if (isMobile) await page.getByRole('button', { name: 'Abrir menu' }).click();
  const menu = isMobile ? page.getByRole('dialog', { name: 'Menu' }) : sidebar(page);
  await expect(menu.getByRole('link', { name: 'Conteúdos', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Painel' })).toHaveCount(0);
});

test('the menu is accessible, folded and unfolded', { tag: '@phone' }, async ({ page, isMobile }) => {
  await openDashboard(page, 'membro@demo.test');
  await expectAccessibleInBothSchemes(page);
  if (isMobile) return;
  await page.getByRole('button', { name: 'Recolher menu' }).click();
  await page.getByRole('heading', { level: 1 }).click();
  await expectAccessibleInBothSchemes(page);
});
