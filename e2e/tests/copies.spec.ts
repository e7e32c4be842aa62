/** The panel's page of copies: without a target, with one, and the notice of a restored site. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ageProofs, quarantine } from './database.ts';
import { test as base, expect, expectRefusal, expectWholeOnEveryScreen, openAsAdmin } from './fixtures.ts';
import { type Server, startServer } from './server.ts';

const test = base.extend<{ target: string; server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs, and this one needs nothing.
  target: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'ateneu-copias-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  server: async ({ target }, use) => {
    const server = await startServer({
      content: 'demo',
      environment: { ATENEU_BACKUPS_TARGET: target, ATENEU_BACKUPS_CONTINUOUS: 'true' },
    });
    await use(server);
    await server.stop();
  },
});

base('without a target the page says how to set one', async ({ page }) => {
  await openAsAdmin(page, '/admin/copias');
  await expect(page.getByRole('heading', { name: 'Nenhum destino configurado' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fazer uma cópia agora' })).toBeHidden();
  await expectWholeOnEveryScreen(page);
});

test('a copy is made, listed and downloaded after proof', async ({ page, server, target, complaints }) => {
  await openAsAdmin(page, '/admin/copias');
  await expect(page.getByRole('heading', { name: 'Nenhuma cópia ainda' })).toBeVisible();
  const continuous = page.getByRole('region', { name: 'Cópia contínua' });
  await expect(continuous.getByText('Em dia')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Fazer uma cópia agora' }).click();
  const row = page.locator('tbody tr');
  await expect(row.getByText('Completa')).toBeVisible({ timeout: 30_000 });
  await expect(row.getByText(/registros · \d+ arquivos/)).toBeVisible();
  await expect(row.getByText('Ainda não conferida')).toBeVisible();
  await expectWholeOnEveryScreen(page);

  const download = row.getByRole('button', { name: 'Baixar' });
  const downloading = page.waitForEvent('download');
  await download.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.ateneu$/);
  const stored = await readFile(join(target, file.suggestedFilename()));
  expect(stored.equals(await readFile(await file.path()))).toBe(true);

  await test.step('an old sign-in is asked for proof', async () => {
    ageProofs(server, 'admin@demo.test');
    await download.click();
    await expect(page.getByRole('dialog', { name: 'Confirme que é você' })).toBeVisible();
    await expectRefusal(complaints, 403);
  });
});

test('a restored site waits for its administrator', async ({ page, server }) => {
  quarantine(server);
  await openAsAdmin(page, '/admin/tarefas');
  const notice = page.getByRole('region', { name: 'Site em quarentena' });
  await expect(notice).toContainText('Ele foi restaurado da cópia de');
  await expectWholeOnEveryScreen(page);
  await notice.getByRole('button', { name: 'Retomar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Retomar o site?' });
  await dialog.getByRole('button', { name: 'Ainda não' }).click();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Retomar' }).click();
  await dialog.getByRole('button', { name: 'Retomar' }).click();
  await expect(page.getByText('O site foi retomado.')).toBeVisible();
  await expect(notice).toBeHidden();
  await page.goto('/admin/auditoria');
  await expect(page.locator('ol > li').getByText('Site retomado após restauração')).toBeVisible();
});
