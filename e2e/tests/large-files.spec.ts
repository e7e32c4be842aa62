/** Large uploads in chunks, across a lost connection, a pause and a reload. */
import { createHash, randomFillSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectComplaints, openAsAdmin, test } from './fixtures.ts';

const MEGABYTE = 1024 * 1024;

/** The header of a video, followed by noise. */
function film(megabytes: number): Buffer {
  const bytes = randomFillSync(Buffer.alloc(megabytes * MEGABYTE));
  bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 0, 'latin1');
  return bytes;
}

async function openForm(page: Page) {
  await page.getByRole('tab', { name: 'Conteúdos' }).click();
  await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
}

/** The form of a new content of type video. */
async function newVideo(page: Page) {
  const form = page.getByRole('region', { name: 'Novo Conteúdo' });
  await form.getByRole('button', { name: 'Vídeo', exact: true }).click();
  return form;
}

/** Counts the requests to the resumable endpoints; `cut` decides before each chunk whether the connection breaks. */
async function watch(page: Page, cut: (pieces: number) => boolean) {
  const line = { begun: 0, pieces: 0, dead: false };
  await page.route('**/storage/v1/upload/resumable**', async (route) => {
    const method = route.request().method();
    if (method === 'POST') line.begun += 1;
    if (method === 'PATCH') {
      line.pieces += 1;
      if (cut(line.pieces)) line.dead = true;
    }
    // DELETE passes: it removes a stopped upload.
    await (line.dead && method !== 'DELETE' ? route.abort('connectionreset') : route.continue());
  });
  return line;
}

test('a 30 MB film arrives past an outage, a pause and a reload', async ({ page, complaints }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'ateneu-film-'));
  const path = join(folder, 'filme.mp4');
  const bytes = film(30);
  await writeFile(path, bytes);
  const line = await watch(page, (pieces) => pieces === 3);
  await openAsAdmin(page);
  await openForm(page);
  let form = await newVideo(page);
  const bar = () => form.getByRole('progressbar', { name: 'Envio do arquivo' });

  await test.step('the connection is lost in the middle: it says so and waits', async () => {
    await form.getByLabel('Arquivo de vídeo').setInputFiles(path);
    await expect(form.getByRole('status').filter({ hasText: 'Sem conexão' })).toBeVisible();
    await expect(bar()).toHaveAttribute('aria-valuetext', /^\d+ por cento enviado$/);
    await expect(form.getByRole('button', { name: 'Criar Conteúdo' })).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('paused, it waits for the person', async () => {
    const pause = form.getByRole('button', { name: 'Pausar envio' });
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(form.getByRole('status').filter({ hasText: 'Envio pausado' })).toBeVisible();
    await expect(form.getByRole('button', { name: 'Continuar envio' })).toBeFocused();
  });

  await test.step('after a reload the same file goes on where it stood', async () => {
    // The address opens the form again.
    await page.reload();
    line.dead = false;
    form = await newVideo(page);
    await form.getByLabel('Arquivo de vídeo').setInputFiles(path);
    // Time for the rest of the film on a slow machine.
    await expect(form.getByRole('link', { name: /\.mp4/ })).toBeVisible({ timeout: 120_000 });
    expect(line.begun, 'begun once').toBe(1);
    // Two chunks before the cut, the one that was cut, and the three missing ones.
    expect(line.pieces).toBeLessThanOrEqual(7);
  });

  await test.step('every byte is there', async () => {
    const address = (await form.getByRole('link', { name: /\.mp4/ }).getAttribute('href')) ?? '';
    const stored = await page.evaluate(async (path) => {
      const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}');
      const answer = await fetch(path.replace('/object/public/', '/object/authenticated/'), {
        headers: { authorization: `Bearer ${access_token}` },
      });
      const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    }, new URL(address).pathname);
    expect(stored).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
  await rm(folder, { recursive: true });
  await expectComplaints(complaints, /ERR_CONNECTION_RESET/);
});

test('a large file that is no film is refused, a stopped one gone', async ({ page, complaints }) => {
  // The first file's first chunk passes, the second file's does not.
  const line = await watch(page, (pieces) => pieces === 2);
  await openAsAdmin(page);
  await openForm(page);
  const form = await newVideo(page);
  const file = form.getByLabel('Arquivo de vídeo');
  await file.setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(7 * MEGABYTE, 'texto ') });
  await expect(form.getByText('Este tipo de arquivo não é aceito.')).toBeVisible();
  await expectComplaints(complaints, /status of 415|could not be sent/);

  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await file.setInputFiles({ name: 'b.mp4', mimeType: 'video/mp4', buffer: film(13) });
  await expect(form.getByRole('status').filter({ hasText: 'Sem conexão' })).toBeVisible();
  await form.getByRole('button', { name: 'Parar envio' }).click();
  await expect(form.getByRole('progressbar')).toHaveCount(0);
  expect((await (await ended).response())?.status()).toBe(204);
  expect(line.begun).toBe(2);
  await expectComplaints(complaints, /ERR_CONNECTION_RESET/);
});
