/** Files that take their time: sent in pieces, refused or stopped on the way. */
import { randomFillSync } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectComplaints, signInAsAdmin, test } from './quiet.ts';

const MEGABYTE = 1024 * 1024;

/** The beginning of a film and noise. */
function film(megabytes: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(megabytes * MEGABYTE));
  bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');
  return bytes;
}

async function openForm(page: Page) {
  await page.getByRole('tab', { name: 'Conteúdos' }).click();
  await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
}

/** The open form of a new content, made one of a video. */
async function newVideo(page: Page) {
  const form = page.getByRole('dialog', { name: 'Novo Conteúdo' });
  await form.getByRole('button', { name: 'Vídeo' }).click();
  return form;
}

/** What the page asks of the resumable endpoints; `cut` decides, before each piece, whether the line goes dead. */
async function watch(page: Page, cut: (pieces: number) => boolean) {
  const line = { begun: 0, pieces: 0, dead: false };
  await page.route('**/storage/v1/upload/resumable**', async (route) => {
    const method = route.request().method();
    if (method === 'POST') line.begun += 1;
    if (method === 'PATCH') {
      line.pieces += 1;
      if (cut(line.pieces)) line.dead = true;
    }
    // Whoever stops must be heard.
    await (line.dead && method !== 'DELETE' ? route.abort('connectionreset') : route.continue());
  });
  return line;
}

test('a large file that is no film is refused in words, and a stopped one leaves nothing', async ({
  page,
  complaints,
}) => {
  // The first piece of the first file passes, the second file's does not.
  const line = await watch(page, (pieces) => pieces === 2);
  await signInAsAdmin(page);
  await openForm(page);
  const form = await newVideo(page);
  const file = form.getByLabel('Arquivo de vídeo');
  await file.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(7 * MEGABYTE, 'texto ') });
  await expect(form.getByText('Este tipo de arquivo não é aceito.')).toBeVisible();
  expectComplaints(complaints, /status of 415|could not be sent/);

  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await file.setInputFiles({ name: 'b.mp4', mimeType: 'video/mp4', buffer: film(13) });
  await expect(form.getByRole('status').filter({ hasText: 'Sem conexão' })).toBeVisible();
  await form.getByRole('button', { name: 'Parar envio' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  expect((await (await ended).response())?.status()).toBe(204);
  expect(line.begun).toBe(2);
  expectComplaints(complaints, /ERR_CONNECTION_RESET/);
});
