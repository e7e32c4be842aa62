/** Visits are counted without tracking, and shown to administrators only. */
import type { APIRequestContext, Page } from '@playwright/test';
import { createSession } from './accounts.ts';
import { expect, expectAccessible, openAsAdmin, test, waitForHydration } from './fixtures.ts';

/** Collects what the browser reports by itself from now on. */
function reportsOf(page: Page): string[] {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/eventos') reports.push(request.postData() ?? '');
  });
  return reports;
}

async function figures(request: APIRequestContext, email = 'admin@demo.test') {
  const { anonKey } = await (await request.get('/config.json')).json();
  const { access_token } = await createSession(request, email);
  return request.post('/rest/v1/rpc/visit_figures', {
    headers: { apikey: anonKey, authorization: `Bearer ${access_token}` },
    data: { since: '2000-01-01' },
  });
}

/** Number of times that a page was viewed. Visits are written in batches. */
async function viewsOf(request: APIRequestContext, page: string): Promise<number> {
  const { pages } = await (await figures(request)).json();
  return pages.find(({ path }: { path: string }) => path === page)?.views ?? 0;
}

test('navigation is reported, a filter and the first page not', async ({ page }) => {
  await test.step('pages and hero clicks', async () => {
    const reports = reportsOf(page);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Conhecer as soluções' }).first().click();
    await expect(page).toHaveURL('/solucoes');
    // A page that is left before it is shown is no view.
    await expect.poll(() => reports).toHaveLength(2);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expect
      .poll(() => reports)
      .toEqual(['{"click":{"category":"hero","label":"solucoes"}}', '{"view":"/solucoes"}', '{"view":"/"}']);
    expect(await page.context().cookies()).toEqual([]);
  });

  await test.step('a filter of the same page is no new page', async () => {
    const reports = reportsOf(page);
    await page.goto('/blog');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Vendas' }).first().click();
    await expect(page).toHaveURL(/categoria=vendas/);
    await page.getByRole('link', { name: 'Contato' }).first().click();
    await expect(page).toHaveURL('/contato');
    await expect.poll(() => reports).toEqual(['{"view":"/contato"}']);
  });

  await test.step('an installed analytics library still gets the click', async () => {
    await page.goto('/');
    await waitForHydration(page);
    await page.evaluate(() => {
      const calls: unknown[] = [];
      Object.assign(globalThis, { calls, gtag: (...said: unknown[]) => calls.push(said) });
    });
    await page.getByRole('link', { name: 'Minha trajetória' }).first().click();
    await expect(page).toHaveURL('/sobre');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'calls'))).toEqual([
      ['event', 'click', { event_category: 'hero', event_label: 'sobre' }],
    ]);
  });
});

test('a goal is reported with its origin; no data is stored', async ({ page }) => {
  const reports = reportsOf(page);
  await page.goto('/sobre?utm_source=palestra&utm_medium=qr&nome=Ana', { referer: 'https://revista.test/artigo' });
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Início' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('Seu e-mail').fill(`origem-${Date.now()}@exemplo.com.br`);
  await page.getByRole('button', { name: 'Receber a carta' }).click();
  const goal = { name: 'newsletter', referrer: 'https://revista.test/artigo', source: 'palestra', medium: 'qr' };
  await expect.poll(() => reports.map((report) => JSON.parse(report)).at(-1)).toEqual({ goal });
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
});

for (const [setting, value] of [
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
] as const) {
  test(`a visitor with ${setting} is not counted`, async ({ page }) => {
    const reports = reportsOf(page);
    await page.addInitScript(
      ([name, value]) => Object.defineProperty(Navigator.prototype, name, { get: () => value }),
      [setting, value] as const,
    );
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Minha trajetória' }).first().click();
    await expect(page).toHaveURL('/sobre');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(reports).toEqual([]);
  });
}

test('page views are shown to administrators only', async ({ page, request }) => {
  await page.goto('/termos');
  await expect.poll(() => viewsOf(request, '/termos')).toBeGreaterThan(0);
  for (const email of ['membro@demo.test', 'moderadora@demo.test', 'visitante@demo.test']) {
    expect((await figures(request, email)).status(), email).toBe(403);
  }
  const { anonKey } = await (await request.get('/config.json')).json();
  for (const path of ['page_views?select=*', 'analytics_events?select=*']) {
    const answer = await request.get(`/rest/v1/${path}`, { headers: { apikey: anonKey } });
    expect(answer.status() === 200 ? await answer.json() : [], path).toEqual([]);
  }
  expect(
    (await request.post('/rest/v1/rpc/visit_figures', { headers: { apikey: anonKey }, data: { since: '' } })).status(),
  ).toBe(401);
});

test('the visits page is reached from the panel and reads well', async ({ page, request }) => {
  await page.goto('/sobre');
  await expect.poll(() => viewsOf(request, '/sobre')).toBeGreaterThan(0);
  await openAsAdmin(page);
  await expect(page.getByRole('tab')).toHaveText(['Visão Geral', 'Conteúdos', 'Categorias', 'Segurança']);
  await page.getByRole('navigation', { name: 'Páginas do painel' }).getByRole('link', { name: 'Visitas' }).click();
  await expect(page).toHaveURL('/admin/visitas');
  await expect(page.getByRole('heading', { name: 'Visitas', level: 2 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Por página' })).toBeVisible();
  await expectAccessible(page);
  const chart = page.getByRole('figure', { name: 'Por dia' });
  const day = chart.getByRole('slider', { name: 'Dia: Por dia' });
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(day).toHaveAttribute(
    'aria-valuetext',
    /^\d\d\/\d\d: [\d.]+ visualizaç(ão|ões) \(30 dias antes: [\d.]+ visua/,
  );
  await page.getByRole('link', { name: 'Sobre', exact: true }).last().hover();
  await expect(page.getByRole('rowheader', { name: 'A reunião semanal que decide' })).toBeVisible();
  await page.getByText('Ver os números de cada dia').click();
  await expect(page.getByRole('table', { name: 'Visualizações por dia' }).getByRole('row')).toHaveCount(31);
  await page.getByRole('button', { name: 'Usar tema escuro' }).click();
  await expectAccessible(page);
  const sources = page.getByRole('table', { name: 'Visitas por origem' });
  await expect(sources.getByRole('rowheader', { name: /^Redes sociais \d+%$/ })).toBeVisible();
  await expect(sources.getByRole('row', { name: 'LinkedIn' }).getByRole('cell').first()).toHaveText(/^\d+$/);
  await page.getByLabel('Mostrar no gráfico').selectOption('Visitas: Redes sociais');
  await expect(page).toHaveURL('/admin/visitas?mostrar=social');
  const visits = page.getByRole('figure', { name: 'Visitas por dia: Redes sociais' });
  await expect(visits.getByRole('slider')).toHaveAttribute('aria-valuetext', /^\d\d\/\d\d: \d+ visitas? \(30 dias/);
  await page.getByLabel('Mostrar no gráfico').selectOption('Visualizações de páginas');
  await page.getByLabel('Período').selectOption('Últimos 7 dias');
  await expect(page).toHaveURL('/admin/visitas?dias=7');
  await expect(page.getByText('Visualizações em 7 dias')).toBeVisible();
  await expect(page.getByText(/que nos 7 dias anteriores$/).first()).toBeVisible();
});

test('the visits page says when it cannot load, and tries again', async ({ page, complaints }) => {
  await page.route('**/rpc/visit_figures', (route) => route.abort());
  await openAsAdmin(page, '/admin/visitas');
  await expect(page.getByText('Não foi possível carregar as visitas.')).toBeVisible();
  await page.unroute('**/rpc/visit_figures');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Não foi possível carregar as visitas.')).toHaveCount(0);
  complaints.splice(0);
});
