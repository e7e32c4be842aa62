/** A plan loses a benefit: the owner announces it in the file, the panel lists who is affected, and they are notified. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMember } from './accounts.ts';
import { emailAbout, emailsTo } from './emails.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectComplaints,
  expectWholeOnEveryScreen,
  openAsAdmin,
  test,
} from './fixtures.ts';

test.use({ ownServer: true });

const original = new URL('../../content/plans.toml', import.meta.url);
const PODCASTS = '  { text = "Podcasts semanais", right = "podcasts" },\n';
const FIRST_PLAN = '[[plans]]\nid = "update"';

/** Returns the day `days` ahead, in the forms of the file and of pages. */
function dayAhead(days: number) {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { iso, shown: iso.split('-').reverse().join('/') };
}

test('an announced withdrawal lists and notifies its members', async ({ page, request, server, complaints }) => {
  const email = 'perde-podcasts@exemplo.com.br';
  await createMember(server, email, 'professional');
  await openAsAdmin(page, '/admin/membros');
  const changes = page.locator('section', { has: page.getByRole('heading', { name: 'Mudanças nos planos' }) });
  await expect(page.getByRole('heading', { name: 'Grupo VIP' })).toBeVisible();
  await expect(changes, 'nothing is announced').toHaveCount(0);

  const day = dayAhead(40);
  const announced = ['update', 'scale', 'professional'].map(
    (plan) =>
      `[[withdrawals]]\nplan = "${plan}"\nright = "podcasts"\nfrom = "${day.iso}"\ntell = ${plan !== 'scale'}\n\n`,
  );
  const words = await readFile(original, 'utf8');
  expect(words).toContain(PODCASTS);
  const folder = join(server.data, 'content');
  await mkdir(folder, { recursive: true });
  const changed = words.replace(PODCASTS, '').replace(FIRST_PLAN, announced.join('') + FIRST_PLAN);
  await writeFile(join(folder, 'plans.toml'), changed);
  const served = async () => (await request.get(`${server.url}/content/plans.json`)).json();
  await expect.poll(async () => (await served()).plans[0].features.length, 'the words are read again').toBe(5);

  const failing = '**/functions/v1/list-*';
  await page.route(failing, (route) =>
    /withdrawals|vip/.test(route.request().url()) ? route.abort() : route.continue(),
  );
  await page.reload();
  for (const failure of ['Não foi possível carregar as mudanças nos planos.', 'Não foi possível carregar o grupo VIP.'])
    await expect(page.getByText(failure)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.unroute(failing);
  await changes.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectComplaints(complaints, /ERR_FAILED|list-withdrawals|list-vip/);
  const change = (plan: string) =>
    changes
      .getByRole('listitem')
      .filter({ hasText: `O plano ${plan} deixa de incluir Podcasts a partir de ${day.shown}` });
  await expect(change('Professional')).toContainText('O aviso por e-mail sai em até uma hora.');
  await expect(change('Scale')).toContainText('O aviso aos membros fica com você.');
  const affected = change('Professional').getByRole('link', { name: email });
  await expect(affected).toBeHidden();
  await expectWholeOnEveryScreen(page);
  await change('Professional')
    .getByText(/^\d+ membros afetados$/)
    .press('Enter');
  await expect(affected).toBeVisible();
  await expectWholeOnEveryScreen(page);

  await page.goto('/admin/tarefas?fila=jobs');
  await page
    .getByRole('row', { name: /mudança/i })
    .getByRole('button', { name: 'Executar agora' })
    .click();
  const notice = await emailAbout(request, email, 'O seu plano vai mudar');
  expect(notice.text).toContain(`A partir de ${day.shown}, o plano Professional deixa de incluir: podcasts.`);
  await page.goto('/admin/membros');
  await expect(change('Professional')).toContainText(/Aviso enviado por e-mail em \d\d\/\d\d\/\d{4}\./);
  const notices = await emailsTo(request, 'membro@demo.test');
  expect(
    notices.filter(({ subject }) => subject === 'O seu plano vai mudar'),
    'the owner tells them',
  ).toEqual([]);
  await change('Professional')
    .getByText(/^\d+ membros afetados$/)
    .click();
  await affected.click();
  await expect(page.getByRole('heading', { level: 2, name: email })).toBeVisible();
});
