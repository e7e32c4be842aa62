/** The public pages for visitors and crawlers. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, test, waitForHydration } from './fixtures.ts';
import { htmlErrors } from './html.ts';
import { PAGES, siteMap } from './public-paths.ts';
import { weigh } from './weight.ts';

/** Widths at which pages are checked. */
const WIDTHS = { desktop: [1440, 768], phone: [390] };
/** Widths at which only sideways scrolling is checked: small phones, a desktop at 500 %, a very wide screen. */
const FAR_WIDTHS = { desktop: [2560], phone: [320, 256] };

/** Public pages are light whatever the system prefers, so one check of their colours does for both schemes. */
async function expectLightAndAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expectAccessible(page);
}

/** One visit to each page that checks what holds for all of them. */
for (const path of [...PAGES, 'an article', 'a course']) {
  test(`${path} is whole, light, quiet, valid and accessible`, { tag: '@phone' }, async ({
    page,
    request,
    complaints,
    isMobile,
  }) => {
    const { articles, courses } = await siteMap(request);
    // The oldest article, as other tests publish new ones.
    const found: Record<string, string | undefined> = { 'an article': articles.at(-1), 'a course': courses[0] };
    const address = found[path] ?? path;
    const isMissing = path.endsWith('/nao-existe');
    const expectWithinBudget = await weigh(page);
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(isMissing ? 404 : 200);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectLightAndAccessible(page);
    await page.waitForLoadState('networkidle');
    if (!isMobile) expectWithinBudget();
    expect(await htmlErrors(address, await page.content())).toEqual([]);
    const [first, ...others] = isMobile ? WIDTHS.phone : WIDTHS.desktop;
    expect(page.viewportSize()?.width).toBe(first);
    await expectNoSidewaysScroll(page);
    for (const width of others) {
      await page.setViewportSize({ width, height: 900 });
      await expectLightAndAccessible(page);
      await expectNoSidewaysScroll(page);
    }
    for (const width of isMobile ? FAR_WIDTHS.phone : FAR_WIDTHS.desktop) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(page);
    }
    if (isMobile) {
      await page.getByRole('button', { name: 'Abrir menu' }).click();
      expect(await htmlErrors(`${address} with its menu`, await page.content())).toEqual([]);
    }
    if (isMissing) expectRefusal(complaints, 404);
  });
}

test('every page of the site map is among those walked through', async ({ request }) => {
  const { pages } = await siteMap(request);
  expect(pages.filter((path) => !PAGES.includes(path))).toEqual([]);
});

test('every link in the navigation leads somewhere', async ({ page, request }) => {
  await page.goto('/');
  const paths = await page.evaluate(() => [
    ...new Set([...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href') ?? '')),
  ]);
  expect(paths.length).toBeGreaterThan(1);
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200);
});

test('the carousel wraps around by arrows, keyboard and marks', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  const carousel = page.getByRole('group', { name: 'Depoimentos' });
  const shown = (number: number) =>
    expect(carousel.getByRole('button', { name: `Depoimento ${number} de 16` })).toHaveAttribute(
      'aria-current',
      'true',
    );
  const first = await carousel.getByRole('link').textContent();
  await shown(1);
  await carousel.getByRole('button', { name: 'Depoimento anterior' }).click();
  await shown(16);
  await page.keyboard.press('ArrowRight');
  await shown(1);
  await expect(carousel.getByRole('link')).toHaveText(first ?? '');
  await carousel.getByRole('button', { name: 'Depoimento 7 de 16' }).click();
  await shown(7);
  await expect(carousel.getByRole('link')).toHaveAttribute('target', '_blank');
});

test('the newsletter takes an address once and says so', { tag: '@phone' }, async ({ page, complaints }) => {
  await page.goto('/');
  const field = page.getByLabel('Seu e-mail');
  const button = page.getByRole('button', { name: 'Receber a carta' });
  await field.fill('   ');
  await button.click();
  await expect(field, 'nothing is said, but the field waits').toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Inscrição' })).toHaveCount(0);
  await field.fill(`leitora@exemplo.com.br`);
  await button.click();
  await expect(page.getByText('Inscrição realizada com sucesso!')).toBeVisible();
  await expect(field).toHaveValue('');
  await field.fill(`leitora@exemplo.com.br`);
  await button.click();
  await expect(page.getByText('Email já cadastrado')).toBeVisible();
  await expect(field).toHaveValue(`leitora@exemplo.com.br`);
  expectRefusal(complaints, 409);
});

test('the contact form keeps input, shows problems, and sends', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/contato');
  await waitForHydration(page);
  const send = page.getByRole('button', { name: /^Enviar/ });
  await send.click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused();
  await page.getByLabel('Nome').fill('Leitora Exemplo');
  await page.getByLabel('E-mail').first().fill('leitora@exemplo.com.br');
  await page.getByLabel('Assunto').selectOption('Mentoria Executiva');
  await page.getByLabel('Mensagem').fill('Quero conversar sobre prioridades.');
  await send.click();
  await expect(page.getByText('Mensagem enviada com sucesso!')).toBeVisible();
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
});

test('the old address of the career leads to its section', async ({ page, request }) => {
  const answer = await request.get('/trajetoria', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([301, '/sobre#trajetoria-profissional']);
  await page.goto('/trajetoria');
  await expect(page).toHaveURL(/\/sobre#trajetoria-profissional$/);
});

test('the chat button can be dismissed', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  const dismiss = page.getByRole('button', { name: /Dispensar|Fechar.*convers|Ocultar/ });
  await dismiss.click();
  await expect(dismiss).toHaveCount(0);
});

test('search ignores accents, lives in the address, can be empty', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/blog');
  const box = page.getByRole('searchbox');
  await box.fill('REUNIAO');
  await expect(page).toHaveURL(/busca=REUNIAO/);
  await expect(page.locator('mark').first()).toBeVisible();
  await page.reload();
  await expect(box).toHaveValue('REUNIAO');
  await box.fill('xyzxyz');
  await expect(page.getByText(/Nenhum conteúdo encontrado/)).toBeVisible();
});

test('a member-only or unpublished article answers 404', async ({ page, complaints }) => {
  const answer = await page.goto('/blog/00000000-0000-4000-8000-000000000000');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Artigo não encontrado' })).toBeVisible();
  expectRefusal(complaints, 404);
});

test('headers keep strangers out and caches honest', async ({ request }) => {
  const page = await request.get('/');
  const headers = page.headers();
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toContain('strict-origin');
  const again = await request.get('/', { headers: { 'if-none-match': headers.etag ?? '' } });
  expect(again.status()).toBe(304);
  const slash = await request.get('/blog/', { maxRedirects: 0 });
  expect([slash.status(), slash.headers().location]).toEqual([301, '/blog']);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /admin');
  expect(robots).toContain('Sitemap: ');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the home page and an article read whole', async ({ page }) => {
    await page.goto('/blog');
    const first = page.locator('main a[href^="/blog/"]').first();
    await first.click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect((await page.locator('article, main').first().textContent())?.length).toBeGreaterThan(800);
  });
});
