/** Pages and dialogs behind a sign-in at the width of a phone, where their own tests use a wide screen only. */
import type { Locator, Page } from '@playwright/test';
import { openSignedIn, signInByApi } from './accounts.ts';
import { openCheckout } from './checkout.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  openAsAdmin,
  openFilters,
  test,
} from './fixtures.ts';

/** The page fits and is accessible. */
async function expectWhole(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
}

/** A dialog lies inside the window, and all its buttons are reachable. */
async function expectFits(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const [box, window] = [await dialog.boundingBox(), page.viewportSize()];
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(window?.width ?? 0);
  expect(box?.height).toBeLessThanOrEqual(window?.height ?? 0);
  for (const button of await dialog.getByRole('button').all()) {
    await button.scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await expectAccessibleInBothSchemes(page);
}

test.describe('the panel', { tag: '@phone-only' }, () => {
  test('the lists fit and are accessible', async ({ page }) => {
    await signInByApi(page, 'admin@demo.test');
    for (const [path, heading] of [
      ['/admin/visitas', 'Visitas'],
      ['/admin/pessoas', /^Pessoas \(\d+\)$/],
      ['/admin/auditoria', /^Auditoria/],
      ['/admin/tarefas', /^Tarefas/],
      ['/admin/copias', 'Cópias'],
      ['/admin/saude', 'Saúde'],
      ['/admin/lista-de-espera', /^Lista de espera/],
    ] as const) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
        await expectWhole(page);
      });
    }
  });

  test('the list of contents fits with its filters unfolded', async ({ page }) => {
    await openAsAdmin(page, '/admin?aba=conteudos');
    await expect(page.getByRole('heading', { name: /^Todos os Conteúdos \(\d+\)$/ })).toBeVisible();
    await openFilters(page);
    await page.getByLabel('Tipo').selectOption('Artigo');
    await expect(page).toHaveURL(/tipo=article/);
    await expectWhole(page);
  });

  test('the dialogs fit and are accessible', async ({ page }) => {
    await signInByApi(page, 'admin@demo.test');
    for (const [path, opener] of [
      ['/admin/pessoas', 'Convidar pessoa'],
      ['/admin/membros', 'Conceder cortesia'],
      ['/admin/acesso-cursos', 'Liberar acesso'],
    ] as const) {
      await test.step(opener, async () => {
        await page.goto(path);
        await expect(page.locator('tbody tr').first()).toBeAttached();
        if (path !== '/admin/pessoas') await expectWhole(page);
        await page.getByRole('button', { name: opener }).click();
        await expectFits(page, page.getByRole('dialog', { name: opener }));
      });
    }
  });

  test('the categories and their deletion dialog fit', async ({ page }) => {
    await openAsAdmin(page, '/admin?aba=categorias');
    await expect(page.getByRole('heading', { name: /^Categorias Existentes/ })).toBeVisible();
    await expectWhole(page);
    await page.getByRole('button', { name: 'Excluir Gestão' }).click();
    await expectFits(page, page.getByRole('alertdialog'));
  });

  test('the page of a member fits and is accessible', async ({ page }) => {
    await openAsAdmin(page, '/admin/membros?busca=membro017%40demo');
    await page.locator('tbody tr').getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'Recibos' })).toBeVisible();
    await expectWhole(page);
  });
});

test('letters of twice the size fit on a phone', { tag: '@phone-only' }, async ({ playwright, server }) => {
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  // The size is a setting of the browser: rules for narrow windows count in it.
  const browser = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...args, '--blink-settings=defaultFontSize=32'],
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, baseURL: server.url });
  for (const path of [
    '/',
    '/contato',
    '/pricing',
    '/membros/apresentacao',
    '/conteudos',
    '/sobre',
    '/software-gestao',
  ]) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    await expectNoSidewaysScroll(page);
  }
  await signInByApi(page, 'membro@demo.test');
  for (const path of ['/membros', '/membros/assinatura']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await browser.close();
});

test.describe('the members’ pages', { tag: '@phone-only' }, () => {
  test('the subscription page and its cancellation dialog fit', async ({ page }) => {
    await openSignedIn(page, 'membro@demo.test', '/membros/assinatura');
    await expect(page.getByRole('table', { name: 'Recibos' })).toBeVisible();
    await expectWhole(page);
    await page.getByRole('button', { name: 'Cancelar assinatura' }).click();
    await expectFits(page, page.getByRole('alertdialog'));
  });

  test('a boleto that waits to be paid', async ({ page, server }) => {
    await openCheckout(server, page, 'Update');
    await page.getByRole('button', { name: 'Gerar boleto' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Boleto gerado' })).toBeVisible();
    await expectWhole(page);
  });
});
