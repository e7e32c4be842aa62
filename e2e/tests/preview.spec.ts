/** A draft before it is published: seen by an administrator, and by anybody who has a link. */
import { insertContent } from './contents-by-api.ts';
import { expect, expectAccessible, expectRefusal, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';

test('a draft being written is previewed in a new tab', async ({ page, context, request }) => {
  const id = await insertContent(request, { title: 'Um rascunho por ver' });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await page.getByLabel('Título').fill('Um rascunho que mudou');
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Pré-visualizar' }).click();
  const preview = await opened;
  await expect(preview.getByRole('heading', { level: 1, name: 'Um rascunho que mudou' })).toBeVisible();
  await expect(preview.getByText('Prévia: este conteúdo ainda não foi publicado')).toBeVisible();
  await expect(preview.getByText('Como estava.')).toBeVisible();
  await expectAccessible(preview);
  await test.step('on a phone', async () => {
    await preview.getByRole('link', { name: 'Celular' }).click();
    await expect(preview).toHaveURL(/tela=celular/);
    const phone = preview.frameLocator('iframe[title="Prévia no celular"]');
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Um rascunho que mudou');
    const width = await phone.locator('body').evaluate((body) => body.ownerDocument.defaultView?.innerWidth);
    expect(width).toBeLessThan(400);
    await expect(phone.getByText('Compartilhar', { exact: true })).toBeVisible();
  });
  await test.step('visitors, feeds and the site map do not show the draft', async () => {
    expect((await request.get(`/blog/${id}`)).status()).toBe(404);
    for (const path of ['/rss.xml', '/feed.json', '/sitemap.xml', '/blog?busca=rascunho']) {
      expect(await (await request.get(path)).text(), path).not.toContain('Um rascunho');
    }
  });
});

test('an exclusive content is previewed as member and visitor', async ({ page, request }) => {
  const id = await insertContent(request, {
    title: 'Só para membros, por ver',
    is_member_only: true,
    is_published: true,
  });
  await openAsAdmin(page);
  await page.goto(`/admin/conteudos/${id}/previa?como=membro`);
  await expect(page.getByText('Conteúdo Exclusivo para Membros')).toBeVisible();
  await expect(page.getByText('Como estava.')).toBeVisible();
  await expect(page.getByText('Este conteúdo está publicado')).toBeVisible();
  await page.getByRole('link', { name: 'Visitante' }).click();
  await expect(page.getByRole('heading', { name: 'Visitantes veem só o cartão' })).toBeVisible();
  await expect(page.getByText('Como estava.')).toHaveCount(0);
  await expectAccessible(page);
});

test('a review link shows a visitor the draft until revoked', async ({ page, other, request, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await insertContent(request, { title: 'Um rascunho por revisar' });
  await openAsAdmin(page);
  await page.goto(`/admin/conteudos/${id}/previa`);
  await page.getByRole('button', { name: 'Copiar link de revisão' }).click();
  await expect(page.getByText('Link de revisão copiado')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/previa\/[\w-]{43}$/);

  await test.step('by the server, closed to crawlers and caches', async () => {
    const answer = await request.get(link);
    const { 'cache-control': cache, 'x-robots-tag': robots } = answer.headers();
    expect([answer.status(), cache, robots]).toEqual([200, 'no-store', 'noindex']);
    const html = await answer.text();
    expect(html).toContain('Um rascunho por revisar');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toContain('og:image');
  });
  await other.goto(link);
  await expect(other.getByText('Prévia: este conteúdo ainda não foi publicado')).toBeVisible();
  await expect(other.getByText(/^Link válido até \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expectAccessible(other);

  await page.getByRole('button', { name: '1 link ativo' }).click();
  const links = page.getByRole('dialog', { name: 'Links de revisão' });
  await expectAccessible(page);
  await links.getByRole('button', { name: /^Revogar o link de/ }).click();
  await expect(page.getByText('Link revogado')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  expect((await request.get(link)).status()).toBe(404);
});

test('a draft says so to its administrator only', async ({ page, other, request, complaints }) => {
  const id = await insertContent(request, { title: 'Um rascunho no endereço do site' });
  await other.goto(`/blog/${id}`);
  await expect(other.getByRole('heading', { name: 'Artigo não encontrado' })).toBeVisible();
  await openAsAdmin(page, '/admin');
  await page.goto(`/blog/${id}`);
  await expectRefusal(complaints, 404);
  await expect(page.getByText('Este conteúdo é um rascunho.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: 'Ver a prévia' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Um rascunho no endereço do site' })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await expect(other.getByText('Este conteúdo é um rascunho.')).toHaveCount(0);
});

test('the list leads to preview and site', async ({ page, request }) => {
  const title = 'Na lista, por ver';
  const id = await insertContent(request, { title, is_published: true });
  await openAsAdmin(page, `/admin?aba=conteudos&busca=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: `Mais ações: ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Pré-visualizar' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/conteudos/${id}/previa`));
  await expect(page.getByText('Este conteúdo está publicado')).toBeVisible();
  await expect(page.getByRole('link', { name: /Ver no site/ })).toHaveAttribute('href', /^\/blog\//);
});
