/** The media library: what was sent, where it is used, used again, replaced and removed. */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { asAdmin, insertContent } from './contents-by-api.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, openAsAdmin, test } from './fixtures.ts';

const media = (name: string) => readFileSync(new URL(`../../crates/module/demo/media/${name}`, import.meta.url));
const picture = media('noventa.png');
const other = media('reuniao.png');
const sheet = media('pauta.pdf');

/** Stores a picture as the panel does; returns its address. */
async function store(request: APIRequestContext, name: string): Promise<string> {
  const facts = JSON.stringify({ name, width: 1280, height: 800 });
  const address = `/storage/v1/object/contents/thumbnails/${crypto.randomUUID()}.png`;
  const headers = {
    ...(await asAdmin(request)),
    'content-type': 'image/png',
    'x-metadata': Buffer.from(facts).toString('base64'),
  };
  const answer = await request.post(address, { headers, data: picture });
  expect(answer.status(), await answer.text()).toBe(200);
  return address.replace('/object/', '/object/public/');
}

/** The row of a file in the list. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('a file keeps its name beside its field, also after a reload', async ({ page }) => {
  await openAsAdmin(page, '/admin/conteudos/novo');
  const form = page.getByRole('region', { name: 'Novo Conteúdo' });
  await form.getByLabel('Título').fill('Um documento com nome');
  await form.getByRole('button', { name: 'PDF', exact: true }).click();
  const file = { name: 'Guia de ação nº 1.pdf', mimeType: 'application/pdf', buffer: sheet };
  await form.getByLabel('Arquivo PDF').setInputFiles(file);
  const link = page.getByRole('link', { name: /^Guia de ação nº 1\.pdf/ });
  await expect(link).toBeVisible();
  await form.getByLabel('Categoria').selectOption('Gestão');
  const forgotten = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('content_drafts'),
  );
  await form.getByRole('button', { name: 'Criar Conteúdo' }).first().click();
  await forgotten;
  await page.reload();
  await expect(link).toBeVisible();
});

test('the library finds a file, says where it is used and leads there', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const address = await store(request, 'Praça São João.png');
  await insertContent(request, { title: 'Com a capa da praça', thumbnail_url: address });
  await openAsAdmin(page, '/admin/midia');
  const search = page.getByRole('searchbox', { name: /^Buscar/ });
  await search.fill('joao PRACA');
  await search.press('Enter');
  await expect(page).toHaveURL('/admin/midia?busca=joao+PRACA');
  const row = rowOf(page, 'Praça São João.png');
  await expect(row).toContainText('Imagem PNG · 1280 × 800 px');
  await expect(row).toContainText('Com a capa da praça · capa, 1 versão guardada');
  await page.getByLabel('Tipo').selectOption('Documentos');
  await expect(page.getByText('Nenhum arquivo encontrado')).toBeVisible();
  await page.goBack();
  await row.getByRole('link', { name: 'Com a capa da praça' }).click();
  await expect(page.getByLabel('Título')).toHaveValue('Com a capa da praça');
});

test('a picture is used again without being sent again', { tag: '@phone' }, async ({ page, request }) => {
  await store(request, 'De novo.png');
  const sent: string[] = [];
  page.on('request', (made) => {
    if (made.method() === 'POST' && made.url().includes('/storage/v1/object/contents')) sent.push(made.url());
  });
  await openAsAdmin(page, '/admin/conteudos/novo');
  await page.getByRole('textbox', { name: 'Texto do artigo (corpo)' }).click();
  await page.getByRole('button', { name: 'Inserir imagem' }).click();
  await page.getByRole('textbox', { name: /Descrição da imagem/ }).fill('Uma praça');
  await page.locator('[data-canvas]').getByRole('button', { name: 'Escolher da biblioteca' }).click();
  const dialog = page.getByRole('dialog', { name: 'Escolher uma imagem da biblioteca' });
  await dialog.getByRole('searchbox').fill('de novo');
  await dialog.getByRole('searchbox').press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: /^De novo\.png/ }).click();
  await expect(dialog).toBeHidden();
  const shown = page.getByRole('img', { name: 'Uma praça' });
  await expect(shown).toHaveAttribute('src', /^\/storage\/v1\/object\/public\/contents\/thumbnails\//);
  await expect(shown).toHaveAttribute('width', '1280');
  // The same for the cover.
  await page.getByRole('button', { name: 'Escolher da biblioteca' }).last().click();
  await dialog.getByRole('searchbox').fill('de novo');
  await dialog.getByRole('searchbox').press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^De novo\.png/ }).click();
  await expect(page.getByRole('button', { name: 'Trocar imagem' })).toBeVisible();
  await expect(page.getByText(/^De novo\.png/)).toBeVisible();
  expect(sent).toEqual([]);
});

test('a file is replaced under its address after a question', async ({ page, request }) => {
  const address = await store(request, 'Antiga.png');
  await insertContent(request, { title: 'Com a capa trocada', thumbnail_url: address });
  const before = (await request.get(address)).headers().etag;
  await openAsAdmin(page, '/admin/midia?busca=antiga');
  await rowOf(page, 'Antiga.png')
    .getByLabel('Novo arquivo no lugar de Antiga.png')
    .setInputFiles({ name: 'Nova.png', mimeType: 'image/png', buffer: other });
  const question = page.getByRole('alertdialog', { name: 'Substituir este arquivo?' });
  await expect(question).toContainText('Com a capa trocada');
  await question.getByRole('button', { name: 'Substituir' }).click();
  await expect(question).toBeHidden();
  const after = await request.get(address);
  expect(after.headers().etag).not.toBe(before);
  expect((await after.body()).equals(other)).toBe(true);
  await page.goto('/admin/midia?busca=nova');
  await expect(rowOf(page, 'Nova.png')).toContainText('Com a capa trocada');
});

test('an unused file is deleted after a question, a used one cannot be', async ({ page, request }) => {
  await insertContent(request, { title: 'Com a presa', thumbnail_url: await store(request, 'Figura presa.png') });
  await store(request, 'Figura solta.png');
  await openAsAdmin(page, '/admin/midia?busca=figura');
  await expect(rowOf(page, 'Figura solta.png')).toBeVisible();
  await expect(rowOf(page, 'Figura presa.png').getByRole('button', { name: /^Excluir/ })).toHaveCount(0);
  await page.getByLabel('Uso').selectOption('Sem uso');
  await expect(rowOf(page, 'Figura presa.png')).toHaveCount(0);
  await rowOf(page, 'Figura solta.png').getByRole('button', { name: 'Excluir Figura solta.png' }).click();
  const question = page.getByRole('alertdialog', { name: 'Excluir este arquivo?' });
  await expect(question).toContainText('não aparece em nenhum conteúdo');
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Nenhum arquivo encontrado')).toBeVisible();
});

test('the library fits and is accessible', { tag: '@phone' }, async ({ page }) => {
  await openAsAdmin(page, '/admin/midia');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
});
