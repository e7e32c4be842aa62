/** Pictures in posts: added in three ways, described, shown to the readers of the channel, and to nobody else. */
import type { APIRequestContext, Page } from '@playwright/test';
import { createSession, rowsOf } from './accounts.ts';
import {
  ANA,
  anaAndRui,
  article,
  insert,
  markdownComment,
  openCommunity,
  post,
  RUI,
  writeMarkdown,
} from './community.ts';
import { expect, expectComplaints, expectWholeOnEveryScreen, holdRequests, test } from './fixtures.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

/** A JPEG of a page's canvas; with EXIF of a place where wanted. */
async function jpeg(page: Page, width: number, height: number, exif = false): Promise<Buffer> {
  const data = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#2c4a3d';
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#c8281e';
      context.fillRect(width / 4, height / 4, width / 2, height / 8);
      return canvas.toDataURL('image/jpeg');
    },
    [width, height] as const,
  );
  const bytes = Buffer.from(data.split(',')[1] ?? '', 'base64');
  const segment = Buffer.from('ffe10010457869660000474f4e4f50455253', 'hex');
  return exif ? Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]) : bytes;
}

const naturalWidth = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth);

async function headers(server: Server, request: APIRequestContext, email: string) {
  const { anonKey } = await (await request.get('/config.json')).json();
  const { access_token } = await createSession(request, email);
  return { apikey: anonKey, authorization: `Bearer ${access_token}`, origin: server.url };
}

test('a picture is chosen, described and seen by others', async ({ page, other, server }) => {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title: 'O quadro da semana', author: ana });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  const field = await markdownComment(page);
  await field.fill('Veja:');
  const buffer = await jpeg(page, 2400, 1200, true);
  const release = await holdRequests(page, '**/storage/v1/object/community/**');
  await page
    .getByLabel('Imagens', { exact: true })
    .setInputFiles({ name: 'quadro.jpg', mimeType: 'image/jpeg', buffer });
  await expect(field).toHaveValue(/!\[Enviando quadro.jpg…\]\(#envio-/);
  await expect(page.getByRole('button', { name: 'Comentar' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Descrição de quadro.jpg' }).fill('O quadro com as metas');
  await expectWholeOnEveryScreen(page);
  await field.press('ControlOrMeta+Home');
  await page.keyboard.type('Olá. ');
  release();
  await expect(field).toHaveValue(/!\[O quadro com as metas\]\(\/storage\/v1\/object\/authenticated\/community\/1\//);
  // The caret stays where it was.
  await page.keyboard.type('Olhe. ');
  await expect(field).toHaveValue(/^Olá\. Olhe\. Veja:\n\n!\[/);
  await page.getByRole('button', { name: 'Comentar' }).click();
  await expect.poll(() => naturalWidth(page, 'O quadro com as metas')).toBe(1920);
  await openCommunity(other, RUI, `/membros/publicacao/${id}`);
  await expect.poll(() => naturalWidth(other, 'O quadro com as metas')).toBe(1920);
  await expectWholeOnEveryScreen(other);
});

test('a picture is pasted, and dropped', async ({ page, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA, '/membros/comunidade?canal=2');
  await writeMarkdown(page, 'Duas imagens');
  const field = page.getByRole('textbox', { name: 'Conteúdo' });
  for (const kind of ['paste', 'drop'] as const) {
    const data = (await jpeg(page, 300, 200)).toString('base64');
    await field.evaluate(
      (area, [kind, data]) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const given = new DataTransfer();
        given.items.add(new File([bytes], `${kind}.jpg`, { type: 'image/jpeg' }));
        const init = { bubbles: true, cancelable: true };
        area.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: given })
            : new DragEvent('drop', { ...init, dataTransfer: given }),
        );
      },
      [kind, data] as const,
    );
    await page.getByRole('textbox', { name: `Descrição de ${kind}.jpg` }).fill(`A imagem de ${kind}`);
  }
  await expect(field).toHaveValue(/A imagem de paste\]\(\/storage[\s\S]*A imagem de drop\]\(\/storage/);
  await page.getByRole('button', { name: 'Publicar' }).click();
  const thumbnail = article(page, 'Duas imagens').locator('img[src*="/sign/community/"]');
  await expect(thumbnail, 'the first one').toHaveCount(1);
  await article(page, 'Duas imagens').getByRole('link', { name: 'Duas imagens' }).click();
  await expect.poll(() => naturalWidth(page, 'A imagem de paste')).toBe(300);
  await expect.poll(() => naturalWidth(page, 'A imagem de drop')).toBe(300);
});

test('a picture that could not be sent is sent again', async ({ page, server, complaints }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA);
  await writeMarkdown(page, 'Com imagem');
  await page.route('**/storage/v1/object/community/**', (route) => route.abort());
  const buffer = await jpeg(page, 100, 100);
  await page.getByLabel('Imagens', { exact: true }).setInputFiles({ name: 'um.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('Imagem não enviada.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Conteúdo' })).not.toHaveValue(/Enviando/);
  await page.unroute('**/storage/v1/object/community/**');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('textbox', { name: 'Conteúdo' })).toHaveValue(/authenticated\/community\/1\//);
  await expectComplaints(complaints, /ERR_FAILED|could not be stored/);
});

test('a picture follows the right to read its channel', async ({ page, request, server }) => {
  const { ana, rui } = await anaAndRui(server);
  await insert(server, 'channels', { id: 'dupla', name: 'dupla', is_private: true, created_by: ana });
  await insert(server, 'channel_members', { channel_id: 'dupla', user_id: ana });
  await page.goto('/');
  const [asAna, asRui] = [await headers(server, request, ANA), await headers(server, request, RUI)];
  const store = async (key: string, who: typeof asAna, exif = false) =>
    request.post(`/storage/v1/object/community/${key}`, {
      headers: { ...who, 'content-type': 'image/jpeg' },
      data: await jpeg(page, 20, 20, exif),
    });
  const read = async (key: string, who: typeof asAna) =>
    (await request.get(`/storage/v1/object/authenticated/community/${key}`, { headers: who })).status();
  expect((await store('dupla/fora.jpg', asRui)).ok()).toBe(false);
  expect((await store('dupla/local.jpg', asAna, true)).ok(), 'without the place where it was taken').toBe(true);
  const place = await request.get('/storage/v1/object/authenticated/community/dupla/local.jpg', { headers: asAna });
  expect((await place.body()).includes('Exif')).toBe(false);
  expect((await store('dupla/dentro.jpg', asAna)).ok()).toBe(true);
  expect(await read('dupla/dentro.jpg', asAna)).toBe(200);
  expect(await read('dupla/dentro.jpg', asRui)).toBe(400);
  expect(await read('dupla/dentro.jpg', { ...asRui, authorization: `Bearer ${asRui.apikey}` })).toBe(400);
  const content = '![Um](/storage/v1/object/authenticated/community/dupla/dentro.jpg)';
  const id = await post(server, { title: 'Muda de canal', author: ana, channel: 'dupla', content });
  const moved = await request.patch(`/rest/v1/community_posts?id=eq.${id}`, {
    headers: asAna,
    data: { channel_id: '1' },
  });
  expect(moved.ok(), await moved.text()).toBe(true);
  const [row] = await rowsOf(server, 'community_posts', `select=content&id=eq.${id}`);
  expect(row?.content).toContain('/community/1/dentro.jpg');
  expect(await read('1/dentro.jpg', asRui)).toBe(200);
  expect(await read('dupla/dentro.jpg', asAna)).toBe(400);
  expect(rui).not.toBe(ana);
});
