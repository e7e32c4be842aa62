/** The server's HTML of signed-in pages is valid, and the panel's in the browser; public.spec.ts has the public pages. */
import { signInByApi } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { htmlErrors } from './html.ts';
import { PAGES, siteMap } from './public-paths.ts';

test('every page the server sends is valid HTML', async ({ request }) => {
  const wrong: string[] = [];
  const { articles } = await siteMap(request);
  for (const path of [...PAGES, ...articles, '/blog?busca=zzzz', '/admin']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(/^<!doctype html>/);
    wrong.push(...(await htmlErrors(path, html)));
  }
  expect(wrong).toEqual([]);
});

test("the panel's pages are valid HTML in the browser", async ({ page }) => {
  const wrong: string[] = [];
  await signInByApi(page, 'admin@demo.test');
  for (const [path, heading] of [
    ['/admin?aba=conteudos', /^Todos os Conteúdos/],
    ['/admin?aba=categorias', /^Categorias Existentes/],
    ['/admin/visitas', 'Visitas'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      wrong.push(...(await htmlErrors(`${path} at ${width} px`, await page.content())));
    }
  }
  expect(wrong).toEqual([]);
});
