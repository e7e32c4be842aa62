/** The public pages for visitors and crawlers. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, expectRefusal, test, waitForHydration } from './fixtures.ts';
import { htmlErrors } from './html.ts';
import { PAGES, siteMap } from './public-paths.ts';
import { weigh } from './weight.ts';

/**
 * Widths of windows. Axe checks desktops and phones, which together show everything that a tablet shows; very wide and
 * very narrow windows only scroll.
 */
const DESKTOP = 1440;
const PHONE = 390;
const OTHER_WIDTHS = [2560, 768, 320, 256];
const ALL = [...PAGES, 'an article', 'a course'];
/** Number of pages that share a browser. Each loads as at a first visit. */
const AT_ONCE = 4;

/** Asserts accessible colours. Public pages are light in both colour schemes, so one check suffices. */
async function expectLightAndAccessible(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expectAccessible(page);
}

async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  await expectNoSidewaysScroll(page);
}

/** One visit to each page that checks what holds for all of them. */
for (let start = 0; start < ALL.length; start += AT_ONCE) {
  const paths = ALL.slice(start, start + AT_ONCE);
  test(`${paths[0]} and on: whole, light, quiet, valid, accessible`, async ({ page, request, complaints }) => {
    const { articles, courses } = await siteMap(request);
    // The oldest article, as other tests publish new ones.
    const found: Record<string, string | undefined> = { 'an article': articles.at(-1), 'a course': courses[0] };
    for (const path of paths) {
      await test.step(path, async () => {
        const address = found[path] ?? path;
        const isMissing = path.endsWith('/nao-existe');
        const expectWithinBudget = await weigh(page);
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(isMissing ? 404 : 200);
        await waitForHydration(page);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expectNoSidewaysScroll(page);
        await expectLightAndAccessible(page);
        await page.waitForLoadState('networkidle');
        await expectWithinBudget();
        expect(await htmlErrors(address, await page.content())).toEqual([]);
        for (const width of OTHER_WIDTHS) await resize(page, width);
        await resize(page, PHONE);
        await expectLightAndAccessible(page);
        await page.getByRole('button', { name: 'Abrir menu' }).click();
        expect(await htmlErrors(`${address} with its menu`, await page.content())).toEqual([]);
        await page.setViewportSize({ width: DESKTOP, height: 900 });
        if (isMissing) await expectRefusal(complaints, 404);
        expect(complaints, 'the console stays quiet').toEqual([]);
      });
    }
  });
}

test('every page of the site map is among those walked through', async ({ request }) => {
  const { pages } = await siteMap(request);
  expect(pages.filter((path) => !PAGES.includes(path))).toEqual([]);
});

test('every link of the home page leads somewhere', async ({ request }) => {
  const html = await (await request.get('/')).text();
  const paths = new Set(
    [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&')),
  );
  expect(paths.size).toBeGreaterThan(1);
  for (const path of paths) expect((await request.get(path)).status(), path).toBe(200);
});

test('the home page: carousel, chat button and newsletter', async ({ page, complaints }) => {
  await page.goto('/');
  await test.step('the carousel wraps around by arrows, keyboard and marks', async () => {
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

  await test.step('the chat button can be dismissed', async () => {
    const dismiss = page.getByRole('button', { name: /Dispensar|Fechar.*convers|Ocultar/ });
    await dismiss.click();
    await expect(dismiss).toHaveCount(0);
  });

  await test.step('the newsletter takes an address once and says so', async () => {
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
    await expectRefusal(complaints, 409);
  });
});

test('the contact form keeps input, shows problems, and sends', async ({ page }) => {
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

test('the former address of the career redirects to its section', async ({ request }) => {
  const answer = await request.get('/trajetoria', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([301, '/sobre#trajetoria-profissional']);
  expect(await (await request.get('/sobre')).text()).toContain('id="trajetoria-profissional"');
});

test('search ignores accents, lives in the address, can be empty', async ({ page }) => {
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

test('a member-only or unpublished article answers 404', async ({ request }) => {
  const answer = await request.get('/blog/00000000-0000-4000-8000-000000000000');
  expect(answer.status()).toBe(404);
  expect(await answer.text()).toMatch(/<h1[^>]*>Artigo não encontrado/);
});

test('pages carry security and cache headers', async ({ request }) => {
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
