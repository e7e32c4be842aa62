/** An administrator writes and publishes; a visitor finds and reads it, and it is in the feed. */
import { expect, expectAccessible, openAsAdmin, test } from './fixtures.ts';

const cover = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('an administrator writes, a visitor reads', async ({ page, baseURL, request, other }) => {
  const category = 'Ofício';
  const title = 'A pauta que cabe em meia página do caderno';

  await test.step('signs in and makes a category', async () => {
    await openAsAdmin(page);
    await page.getByRole('tab', { name: 'Categorias' }).click();
    await page.getByRole('button', { name: 'Nova Categoria' }).click();
    await page.getByLabel('Nome').fill(category);
    await page.getByRole('button', { name: /^Criar/ }).click();
    await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  });

  await test.step('writes an article with a thumbnail and publishes it', async () => {
    await page.getByRole('tab', { name: 'Conteúdos' }).click();
    await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
    const form = page.getByRole('region', { name: 'Novo Conteúdo' });
    await form.getByLabel('Título').fill(title);
    await form.getByLabel('Categoria').selectOption({ label: category });
    await form.getByLabel(/Descrição/).fill('Como preparar uma reunião em dez minutos.');
    await form.getByRole('textbox', { name: 'Corpo' }).click();
    await page.keyboard.type('Uma pauta útil tem três linhas e um nome ao lado de cada uma.');
    await form.getByLabel('Tags').fill('pauta');
    await page.keyboard.press('Enter');
    await form
      .getByLabel(/Capa|Thumbnail|Imagem/)
      .setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer: cover });
    await form.getByRole('switch', { name: /Publicado/ }).click();
    await expect(form.getByRole('button', { name: 'Criar Conteúdo' })).toBeEnabled();
    await form.getByRole('button', { name: 'Criar Conteúdo' }).click();
    await expect(page.getByText('Conteúdo criado com sucesso!')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Conteúdos', exact: true }).click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  });

  let address = '';
  let own = '';
  await test.step('a visitor finds it with the search box', async () => {
    await other.goto(`${baseURL}/blog`);
    await other.getByRole('searchbox').fill('MEIA PAGINA');
    await expect(other).toHaveURL(/busca=/);
    await other
      .getByRole('link', { name: new RegExp(title.slice(0, 20)) })
      .first()
      .click();
    await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(other.getByText('três linhas e um nome')).toBeVisible();
    address = new URL(other.url()).pathname;
    await expectAccessible(other);
  });

  await test.step('the article is complete HTML with its own head', async () => {
    const answer = await request.get(address);
    expect(answer.status()).toBe(200);
    const html = await answer.text();
    expect(html).toContain('três linhas e um nome');
    // The list links to the id; the page names its readable address.
    own = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(own).toMatch(new RegExp(`^${baseURL}/blog/[a-z]+(-[a-z0-9]+)+$`));
    expect(html).toContain('application/ld+json');
    expect(html).toContain('/storage/v1/object/public/contents/thumbnails/');
  });

  await test.step('the feed carries it', async () => {
    const feed = await (await request.get('/rss.xml')).text();
    expect(feed).toContain(title);
    expect(feed).toContain(address);
    expect(feed).toContain(`<link>${own}</link>`);
    expect(await (await request.get('/sitemap.xml')).text()).toContain(own);
  });

  await test.step('withdrawn, it is gone at once, everywhere', async () => {
    await page
      .getByRole('button', { name: new RegExp(`Despublicar|Publicado.*${title.slice(0, 12)}`) })
      .first()
      .click();
    await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
    const gone = await request.get(address);
    expect(gone.status()).toBe(404);
    expect(await gone.text()).toContain('Artigo não encontrado');
    expect(await (await request.get('/rss.xml')).text()).not.toContain(address);
  });
});
