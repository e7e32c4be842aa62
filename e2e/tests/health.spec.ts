/** The panel's page of the installation's state: in order, then with a failed task. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addFailedTask } from './database.ts';
import { test as base, expect, expectWholeOnEveryScreen, openAsAdmin } from './fixtures.ts';
import { type Server, startServer } from './server.ts';

const test = base.extend<{ target: string; server: Server }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs, and this one needs nothing.
  target: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'ateneu-saude-'));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  server: async ({ target }, use) => {
    const server = await startServer({ content: 'demo', environment: { ATENEU_BACKUPS_TARGET: target } });
    await use(server);
    await server.stop();
  },
});

test('a failed task becomes a point that leads to it', async ({ page, server }) => {
  await openAsAdmin(page, '/admin/saude');
  const point = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect(point('Tarefas')).toContainText('Nenhuma falhou nem está atrasada.');
  await expect(point('Banco de dados')).toContainText(/Responde e ocupa \d/);
  await expect(point('Cópias de segurança')).toContainText('A primeira é feita no próximo horário.');
  await expect(page.getByRole('navigation', { name: 'Páginas do painel' }).getByText('Saúde')).toBeVisible();

  addFailedTask(server);
  // The page refreshes itself.
  await expect(point('Tarefas')).toContainText('1 tarefa falhou', { timeout: 30_000 });
  await expect(page.getByRole('status').filter({ hasText: /precisam? de você/ })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await point('Tarefas').getByRole('link', { name: 'Ver as tarefas' }).click();
  await expect(page).toHaveURL(/\/admin\/tarefas$/);
  await expect(page.getByText('recusado')).toBeVisible();
});
