/** A line that moves to another plan changes the price page, the dashboard and the subscription page together. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMember, openDashboard } from './accounts.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

const original = new URL('../../content/plans.toml', import.meta.url);
const COURSES = '  { text = "Cursos gravados", right = "courses" },\n';
const ARTICLES = '  { text = "Artigos exclusivos", right = "articles" },\n';

test('a line given to a simpler plan shows in all places', async ({ page, server, request }, { project }) => {
  const words = await readFile(original, 'utf8');
  expect(words).toContain(`${COURSES}  { text = "Encontros`);
  const member = `linhas-${project.name}@membro.test`;
  await createMember(server, member, 'update');
  await page.goto('/pricing');
  const table = page.getByRole('region', { name: 'Comparação entre planos' });
  const row = (name: RegExp) => table.getByRole('row', { name });
  await expect(row(/^Cursos gravados e certificados Não incluído Incluído Incluído Incluído/)).toBeVisible();
  await openDashboard(page, member);
  const plan = page.getByRole('region', { name: 'Seu plano inclui' });
  await expect(plan.getByRole('listitem')).toHaveCount(6);

  const folder = join(server.data, 'content');
  await mkdir(folder, { recursive: true });
  const moved = words.replace(COURSES, '').replace(ARTICLES, ARTICLES + COURSES);
  await writeFile(join(folder, 'plans.toml'), moved);
  const served = async () => (await request.get(`${server.url}/content/plans.json`)).json();
  await expect.poll(async () => (await served()).plans[0].features.length, 'the words are read again').toBe(7);

  await page.goto('/membros');
  await expect(plan.getByRole('listitem')).toHaveCount(7);
  await expect(plan.getByRole('listitem').filter({ hasText: 'Cursos gravados' })).toHaveCount(1);
  await page.goto('/membros/assinatura');
  await expect(plan.getByRole('listitem')).toHaveCount(7);
  await expect(plan.getByRole('listitem').filter({ hasText: 'Carta premium' })).toContainText(/\d de [45] neste mês/);
  await expectWholeOnEveryScreen(page);
  await page.goto('/pricing');
  await expect(row(/^Cursos gravados Incluído Incluído Incluído Incluído/)).toBeVisible();
  await expect(row(/^Certificados Não incluído Incluído Incluído Incluído/)).toBeVisible();
});
