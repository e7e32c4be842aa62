/** Readable addresses: made from the title, led on when they change, and used wherever a content is named. */
import type { APIRequestContext } from '@playwright/test';
import { insertContent } from './contents-by-api.ts';
import { expect, expectRefusal, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';

/** A published article. Returns its id. */
const published = (request: APIRequestContext, title: string): Promise<string> =>
  insertContent(request, { title, is_published: true });

test('an article is found by its title and by its id', async ({ request, page }) => {
  const id = await published(request, 'Reunião às 9h: sim ou não?');
  const slug = 'reuniao-as-9h-sim-ou-nao';
  const own = `${new URL((await request.get('/config.json').then((answer) => answer.json())).supabaseUrl).origin}/blog/${slug}`;
  for (const path of [`/blog/${slug}`, `/blog/${id}`]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(200);
    const html = await answer.text();
    expect(html, path).toContain(`<link rel="canonical" href="${own}"`);
    expect(html, path).toContain(`"url":"${own}"`);
  }
  const other = await request.get(`/blog/${slug.toUpperCase()}`, { maxRedirects: 0 });
  expect([other.status(), other.headers().location]).toEqual([301, `/blog/${slug}`]);
  for (const feed of ['/sitemap.xml', '/rss.xml', '/feed.json']) {
    expect(await (await request.get(feed)).text(), feed).toContain(own);
  }
  // Programs that read feeds know it by its id.
  expect(await (await request.get('/rss.xml')).text()).toContain(`/blog/${id}</guid>`);
  expect((await request.get(`/share/blog/${slug}.png`)).status()).toBe(200);
  // The list of the blog links to ids.
  await page.goto('/blog');
  await expect(page.locator(`a[href="/blog/${id}"]`)).toBeVisible();
  await page.goto(`/blog/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reunião às 9h: sim ou não?');
});

test('a changed address leaves the former one leading on', async ({ page, request, complaints }) => {
  const id = await published(request, 'Endereço que muda');
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  const address = page.getByLabel('Caminho em /blog/');
  await expect(address).toHaveValue('endereco-que-muda');
  await address.fill('Novo Endereço!');
  await address.blur();
  await expect(address).toHaveValue('novo-endereco');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
  const moved = await request.get('/blog/endereco-que-muda', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, '/blog/novo-endereco']);
  // Within the application, too.
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = '/blog/endereco-que-muda';
    link.textContent = 'antigo';
    document.querySelector('main')?.prepend(link);
    link.click();
  });
  await expect(page).toHaveURL(/\/blog\/novo-endereco$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Endereço que muda' })).toBeVisible();

  await page.goto(`/admin/conteudos/${id}`);
  await address.fill('feed');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(address).toHaveAccessibleDescription(/Este caminho é reservado pelo site\. Escolha outro\./);
  await expectRefusal(complaints, 400);
  complaints.length = 0;
});

test('the form sets and previews the texts for search engines', async ({ page, request }) => {
  const id = await published(request, 'Um título longo que ninguém quer ver inteiro num resultado');
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await page.getByLabel('Nome no Google').fill('Título curto');
  await expect(page.getByText('12 de 60 caracteres.')).toBeVisible();
  await page.getByLabel('Resumo no Google').fill('a'.repeat(160));
  await expect(page.getByText('160 de 155 caracteres: o final pode ser cortado.')).toBeVisible();
  await page.getByLabel('Resumo no Google').fill('Uma frase que convida.');
  await page.getByText('Ver como aparece no Google e no WhatsApp').click();
  await expect(page.getByRole('figure', { name: 'No Google' })).toContainText('Título curto');
  await expect(page.getByRole('figure', { name: 'No WhatsApp e no LinkedIn' })).toContainText('Uma frase que convida.');
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
  const html = await (await request.get(`/blog/${id}`)).text();
  expect(html).toMatch(/<title>Título curto/);
  expect(html).toContain('<meta name="description" content="Uma frase que convida."');
  expect(html).toContain('<meta property="og:title" content="Título curto"');
  expect(html).toContain('"headline":"Um título longo que ninguém quer ver inteiro num resultado"');
});
