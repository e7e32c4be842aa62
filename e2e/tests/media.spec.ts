/** The media library: what was sent, where it is used, used again, replaced and removed. */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { asAdmin, insertContent } from './contents-by-api.ts';
import { ageFiles } from './database.ts';
import { expect, expectAccessibleInBothSchemes, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';
import { courseOf } from './lessons.ts';

const media = (name: string) => readFileSync(new URL(`../../crates/module/demo/media/${name}`, import.meta.url));
const picture = media('noventa.png');
const other = media('reuniao.png');
const sheet = media('pauta.pdf');

interface Stored {
  bucket?: string;
  /** The folder with its slash, and the end of the key. */
  folder?: string;
  end?: string;
  type?: string;
  data?: Buffer;
}

/** Stores a picture, or another file, as the panel does; returns its address. */
async function store(
  request: APIRequestContext,
  name: string,
  { bucket = 'contents', folder = 'thumbnails/', end = 'png', type = 'image/png', data = picture }: Stored = {},
): Promise<string> {
  const facts = JSON.stringify({ name, ...(type === 'image/png' && { width: 1280, height: 800 }) });
  const address = `/storage/v1/object/${bucket}/${folder}${crypto.randomUUID()}.${end}`;
  const headers = {
    ...(await asAdmin(request)),
    'content-type': type,
    'x-metadata': Buffer.from(facts).toString('base64'),
  };
  const answer = await request.post(address, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return address.replace('/object/', bucket === 'contents' ? '/object/public/' : '/object/authenticated/');
}

/** Puts a file in the place of another in the list, after the question about what shows it. */
async function replace(
  page: Page,
  name: string,
  file: { name: string; mimeType: string; buffer: Buffer },
  shown: string,
) {
  await rowOf(page, name).getByLabel(`Novo arquivo no lugar de ${name}`).setInputFiles(file);
  const question = page.getByRole('alertdialog', { name: 'Substituir este arquivo?' });
  await expect(question).toContainText(shown);
  await question.getByRole('button', { name: 'Substituir' }).click();
  await expect(question).toBeHidden();
}

/** The row of a file in the list. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Resolves when the pictures of the list are there: one that is deleted meanwhile would be reported as missing. */
async function waitForPictures(page: Page): Promise<void> {
  const pictures = page.getByRole('row').locator('img');
  await expect
    .poll(() =>
      pictures.evaluateAll(
        (all: HTMLImageElement[]) => all.length > 0 && all.every(({ naturalWidth }) => naturalWidth > 0),
      ),
    )
    .toBe(true);
}

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
  await form.getByRole('button', { name: 'Criar Conteúdo' }).first().click();
  await expect(page.getByText('Conteúdo criado com sucesso!')).toBeVisible();
  await page.reload();
  await expect(link).toBeVisible();
});

test('the library finds a file and links to its uses', async ({ page, request }) => {
  const address = await store(request, 'Praça São João.png');
  await insertContent(request, { title: 'Com a capa da praça', thumbnail_url: address });
  await openAsAdmin(page, '/admin/midia');
  const search = page.getByRole('searchbox', { name: /^Buscar/ });
  await search.fill('joao PRACA');
  await search.press('Enter');
  await expect(page).toHaveURL('/admin/midia?busca=joao+PRACA');
  const row = rowOf(page, 'Praça São João.png');
  await expect(row).toContainText('Imagem PNG · 1280 × 800 px');
  await expect(row).toContainText('capa, 1 versão guardada');
  await page.getByLabel('Tipo').selectOption('Documentos');
  await expect(page.getByText('Nenhum arquivo encontrado')).toBeVisible();
  await page.goBack();
  await row.getByRole('link', { name: 'Com a capa da praça' }).click();
  await expect(page.getByLabel('Título')).toHaveValue('Com a capa da praça');
});

test('files sent to the library stay there while unused', async ({ page, server }) => {
  await openAsAdmin(page, '/admin/midia');
  await page.getByLabel('Arquivos para a biblioteca').setInputFiles([
    { name: 'Preparada.png', mimeType: 'image/png', buffer: picture },
    { name: 'Preparada pauta.pdf', mimeType: 'application/pdf', buffer: sheet },
    { name: 'Planilha.zip', mimeType: 'application/zip', buffer: sheet },
  ]);
  await expect(page.getByText('2 arquivos enviados, 1 arquivo não foi enviado')).toBeVisible();
  await expect(page.getByText('“Planilha.zip”: Envie imagens, vídeos, áudios ou documentos PDF.')).toBeVisible();
  ageFiles(server, 'preparada');
  await page.goto('/admin/midia?busca=preparada');
  await expect(rowOf(page, 'Preparada.png')).toContainText('Sem uso, guardado');
  await expect(rowOf(page, 'Preparada pauta.pdf')).toContainText('Documento PDF');
  await expect(page.getByRole('button', { name: /^Excluir os sem uso/ })).toHaveCount(0);
  await waitForPictures(page);
  await rowOf(page, 'Preparada.png').getByRole('button', { name: 'Excluir Preparada.png' }).click();
  await page
    .getByRole('alertdialog', { name: 'Excluir este arquivo?' })
    .getByRole('button', { name: 'Excluir' })
    .click();
  await expect(rowOf(page, 'Preparada.png')).toHaveCount(0);
});

test('a picture is used again without being sent again', async ({ page, request }) => {
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
  await expectWholeOnEveryScreen(page);
  await dialog.getByRole('button', { name: /^De novo\.png/ }).click();
  await expect(dialog).toBeHidden();
  const shown = page.getByRole('img', { name: 'Uma praça' });
  await expect(shown).toHaveAttribute('src', /^\/storage\/v1\/render\/image\/sign\/contents\/thumbnails\//);
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

test('a file is replaced under its address after a question', async ({ page, request, server }) => {
  await test.step('a picture, after a question', async () => {
    const address = await store(request, 'Antiga.png');
    await insertContent(request, { title: 'Com a capa trocada', thumbnail_url: address });
    const before = (await request.get(address)).headers().etag;
    await openAsAdmin(page, '/admin/midia?busca=antiga');
    await replace(page, 'Antiga.png', { name: 'Nova.png', mimeType: 'image/png', buffer: other }, 'Com a capa trocada');
    const after = await request.get(address);
    expect(after.headers().etag).not.toBe(before);
    expect((await after.body()).equals(other)).toBe(true);
    await page.goto('/admin/midia?busca=nova');
    await expect(rowOf(page, 'Nova.png')).toContainText('Com a capa trocada');
  });

  await test.step('a film, which its content shows', async () => {
    const film = media('filme.mp4');
    const address = await store(request, 'Entrevista.mp4', {
      folder: 'video/',
      end: 'mp4',
      type: 'video/mp4',
      data: film,
    });
    const id = await insertContent(request, { title: 'Com o vídeo trocado', content_type: 'video', file_url: address });
    await page.goto('/admin/midia?busca=entrevista');
    await expect(rowOf(page, 'Entrevista.mp4')).toContainText('Vídeo MP4');
    // The same film with an empty box at its end.
    const buffer = Buffer.concat([film, Buffer.from('\0\0\0\x08free', 'latin1')]);
    await replace(page, 'Entrevista.mp4', { name: 'Nova.mp4', mimeType: 'video/mp4', buffer }, 'Com o vídeo trocado');
    const stored = await request.get(address.replace('/public/', '/authenticated/'), {
      headers: await asAdmin(request),
    });
    expect((await stored.body()).equals(buffer)).toBe(true);
    await page.goto(`/admin/conteudos/${id}`);
    await expect(page.getByRole('link', { name: /^Nova\.mp4/ })).toBeVisible();
  });

  await test.step('the file of a lesson is replaced and links to its form', async () => {
    const address = await store(request, 'Ficha.pdf', {
      bucket: 'courses',
      folder: 'pdf/',
      end: 'pdf',
      type: 'application/pdf',
      data: sheet,
    });
    await courseOf(server, { title: 'Ler a ficha', kind: 'pdf', file_url: address });
    await page.goto('/admin/midia?busca=ficha');
    const row = rowOf(page, 'Ficha.pdf');
    await expect(row.getByRole('button', { name: /^Excluir/ })).toHaveCount(0);
    const buffer = Buffer.concat([sheet, Buffer.from('\n')]);
    await replace(
      page,
      'Ficha.pdf',
      { name: 'Outra ficha.pdf', mimeType: 'application/pdf', buffer },
      'Aula “Ler a ficha”',
    );
    const stored = await request.get(address, { headers: await asAdmin(request) });
    expect((await stored.body()).equals(buffer)).toBe(true);
    await rowOf(page, 'Outra ficha.pdf')
      .getByRole('link', { name: /^Aula “Ler a ficha” do curso “Curso / })
      .click();
    const form = page.getByRole('dialog', { name: 'Editar aula' });
    await expect(form.getByRole('textbox', { name: 'Título', exact: true })).toHaveValue('Ler a ficha');
  });
});

test('unused files are deleted; used and new ones stay', async ({ page, request, server }) => {
  await test.step('one, after a question', async () => {
    await insertContent(request, { title: 'Com a presa', thumbnail_url: await store(request, 'Figura presa.png') });
    await store(request, 'Figura solta.png');
    await openAsAdmin(page, '/admin/midia?busca=figura');
    await expect(rowOf(page, 'Figura solta.png')).toBeVisible();
    await expect(rowOf(page, 'Figura presa.png').getByRole('button', { name: /^Excluir/ })).toHaveCount(0);
    await page.getByLabel('Uso').selectOption('Sem uso');
    await expect(rowOf(page, 'Figura presa.png')).toHaveCount(0);
    await waitForPictures(page);
    await rowOf(page, 'Figura solta.png').getByRole('button', { name: 'Excluir Figura solta.png' }).click();
    const question = page.getByRole('alertdialog', { name: 'Excluir este arquivo?' });
    await expect(question).toContainText('não aparece em nenhum conteúdo');
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText('Nenhum arquivo encontrado')).toBeVisible();
  });

  await test.step('together, but not those just sent', async () => {
    for (const name of ['Esquecida um.png', 'Esquecida dois.png', 'Recém-enviada.png']) await store(request, name);
    await insertContent(request, {
      title: 'Com a esquecida',
      thumbnail_url: await store(request, 'Esquecida em uso.png'),
    });
    ageFiles(server, 'esquecida');
    await page.goto('/admin/midia?busca=esquecida');
    await expect(rowOf(page, 'Esquecida um.png')).toBeVisible();
    await waitForPictures(page);
    await page.getByRole('button', { name: 'Excluir os sem uso (2)' }).click();
    const question = page.getByRole('alertdialog', { name: 'Excluir 2 arquivos sem uso?' });
    await expectAccessibleInBothSchemes(page);
    await question.getByRole('button', { name: 'Excluir todos' }).click();
    await expect(page.getByText('2 arquivos a menos no servidor.')).toBeVisible();
    await expect(rowOf(page, 'Esquecida um.png')).toHaveCount(0);
    await expect(rowOf(page, 'Esquecida dois.png')).toHaveCount(0);
    await expect(rowOf(page, 'Esquecida em uso.png')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Excluir os sem uso/ })).toHaveCount(0);
    await page.goto('/admin/midia?busca=recem');
    await expect(rowOf(page, 'Recém-enviada.png')).toBeVisible();
  });
});

test('the library fits and is accessible', async ({ page }) => {
  await openAsAdmin(page, '/admin/midia');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectWholeOnEveryScreen(page);
});
