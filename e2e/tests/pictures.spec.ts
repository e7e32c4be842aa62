/** Pictures: uploads in the panel, and the sizes a visitor's screen downloads. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openSignedIn, signInByApi } from './accounts.ts';
import { asAdmin, insertContent } from './contents-by-api.ts';
import { expect, expectAccessible, openAsAdmin, test } from './fixtures.ts';
import { shiftOf, watchShifts } from './layout-shift.ts';
import { namedOrigin } from './virtual-authenticator.ts';

const picture = readFileSync(new URL('../../crates/module/demo/media/noventa.png', import.meta.url));

test('a demo cover is small and sharp, without layout shift @phone', async ({ page, request }) => {
  const answer = await request.get('/rest/v1/contents?select=id&title=eq.Delegar%20sem%20sumir');
  const [{ id }] = (await answer.json()) as [{ id: string }];
  await watchShifts(page);
  const arrived = page.waitForResponse(/render\/image\/public\/contents\/thumbnails\//);
  await page.goto(`/blog/${id}`);
  const response = await arrived;
  expect(response.headers()['content-type']).toBe('image/avif');
  expect((await response.body()).length).toBeLessThan(16_000);
  const cover = page.locator('article img').first();
  await expect(cover).toHaveAttribute('fetchpriority', 'high');
  await expect(cover).toHaveJSProperty('complete', true);
  // A wide window has room for 1,344 pixels, of which the demo's original has 1,280.
  const shown = await cover.evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth);
  expect(shown, 'no blurred enlargement').toBeGreaterThan(0.8);
  expect(await shiftOf(page)).toBeLessThan(0.02);
});

test('a file that is no picture is refused before it is sent', async ({ page }, info) => {
  await openAsAdmin(page, '/admin?aba=conteudos');
  await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
  const form = page.getByRole('region', { name: 'Novo Conteúdo' });
  const cover = form.getByLabel(/Capa/);
  await cover.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('oi') });
  await expect(form.getByText('Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.')).toBeVisible();
  await cover.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(form.getByText('Escolha uma imagem PNG, JPG, WebP, AVIF ou GIF.')).toBeVisible();
  await cover.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('nada disso') });
  await expect(form.getByText('Não foi possível abrir a imagem.')).toBeVisible();
  const large = info.outputPath('grande.png');
  writeFileSync(large, picture);
  truncateSync(large, 26 * 1024 * 1024);
  await cover.setInputFiles(large);
  await expect(form.getByText('A imagem tem mais de 25 MB.')).toBeVisible();
  await cover.setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: picture });
  await expect(form.getByRole('button', { name: 'Trocar imagem' })).toBeVisible();
  const preview = form.locator('img').first();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(90);
});

test('a picture in an article keeps its place and fits the screen', async ({ page }) => {
  const title = 'Um texto com figura do teste';
  await openAsAdmin(page, '/admin?aba=conteudos');
  await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
  const form = page.getByRole('region', { name: 'Novo Conteúdo' });
  await form.getByLabel('Título').fill(title);
  await form.getByLabel('Categoria').selectOption({ label: 'Gestão' });
  await form.getByRole('textbox', { name: /corpo/i }).click();
  await page.keyboard.type('Noventa dias em um quadro:');
  await form.getByRole('button', { name: 'Inserir imagem' }).click();
  await form.getByLabel(/Descrição da imagem/).fill('Noventa agulhas, quatro em destaque');
  await form.getByLabel('Imagem no artigo').setInputFiles({ name: 'f.png', mimeType: 'image/png', buffer: picture });
  await expect(
    form.getByRole('textbox', { name: /corpo/i }).getByRole('img', { name: /Noventa agulhas/ }),
  ).toBeVisible();
  await form.getByRole('switch', { name: /Publicado/ }).click();
  await form.getByRole('button', { name: 'Criar Conteúdo' }).click();
  await expect(page.getByText('Conteúdo criado com sucesso!')).toBeVisible();

  await page.goto(`/blog?busca=${encodeURIComponent(title)}`);
  await page
    .getByRole('link', { name: new RegExp(title.slice(0, 18)) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.reload();
  const figure = page.getByRole('img', { name: 'Noventa agulhas, quatro em destaque' });
  await expect(figure).toHaveAttribute('width', '1280');
  await expect(figure).toHaveAttribute('height', '800');
  await expect(figure).toHaveAttribute('srcset', /width=320 320w.*width=1920 1920w/);
  await expectAccessible(page);
  await figure.scrollIntoViewIfNeeded();
  await expect.poll(() => figure.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('/render/image/');
  await expect(figure).toHaveJSProperty('complete', true);
});

test('the panel on another host stores the public address', async ({ page, baseURL }) => {
  const alias = namedOrigin(baseURL);
  await signInByApi(page, 'admin@demo.test', { origin: alias });
  await page.goto(`${alias}/admin?aba=conteudos`);
  const cover = page.locator('main img').first();
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
  const form = page.getByRole('region', { name: 'Novo Conteúdo' });
  await form.getByLabel(/Capa/).setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: picture });
  await expect(form.getByRole('button', { name: 'Trocar imagem' })).toBeVisible();
  const preview = form.locator('img').first();
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(40);
  await form.getByLabel('Título').fill('De outro nome');
  await form.getByLabel('Categoria').selectOption({ label: 'Gestão' });
  await form.getByRole('textbox', { name: /corpo/i }).click();
  await page.keyboard.type('Aberto por outro nome.');
  const saved = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/rest/v1/contents'),
  );
  await form.getByRole('button', { name: 'Criar Conteúdo' }).click();
  const row = (await saved).postDataJSON();
  expect((Array.isArray(row) ? row[0] : row).thumbnail_url).toMatch(`${baseURL}/storage/v1/object/public/contents/`);
  await expect(page.getByText('Conteúdo criado com sucesso!')).toBeVisible();
});

test('only members and administrators see an exclusive picture', async ({ page, request, browser }) => {
  const headers = await asAdmin(request);
  const path = '/storage/v1/object/public/contents/pictures/exclusiva.png';
  const stored = await request.post(path.replace('/public', ''), {
    headers: { ...headers, 'content-type': 'image/png', 'x-upsert': 'true' },
    data: picture,
  });
  expect(stored.status(), await stored.text()).toBe(200);
  const id = await insertContent(request, {
    title: 'Uma figura só para membros',
    body: `<p>Veja:</p><img src="${path}" alt="Noventa agulhas" width="1280" height="800">`,
    is_member_only: true,
    is_published: true,
  });
  const isDrawn = async (shown: Page) => {
    const figure = shown.getByRole('img', { name: 'Noventa agulhas' });
    // The text is shown anew once the links of its pictures are signed.
    await expect(async () => {
      await figure.scrollIntoViewIfNeeded();
      expect(await figure.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(90);
    }).toPass();
  };
  expect((await request.get(path)).status()).not.toBe(200);
  await test.step('a member reads it', async () => {
    await openSignedIn(page, 'membro@demo.test', `/membros/conteudo/${id}`);
    await isDrawn(page);
  });
  await test.step('the editor shows it and keeps its address', async () => {
    const panel = await (await browser.newContext()).newPage();
    await openAsAdmin(panel, `/admin/conteudos/${id}`);
    await isDrawn(panel);
    await panel.getByRole('tab', { name: 'HTML/Markdown' }).click();
    await expect(panel.getByRole('textbox', { name: /corpo/i })).toHaveValue(new RegExp(`<img src="${path}"`));
    await panel.context().close();
  });
});
