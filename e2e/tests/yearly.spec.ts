/** Plans that the owner's words sell by the year, too: from the prices to the receipt. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chosen, createAccount, fillLogin } from './accounts.ts';
import { emailTo } from './emails.ts';
import { expect, expectWholeOnEveryScreen, openAsAdmin, test, waitForHydration } from './fixtures.ts';

test.use({ ownServer: true });

const original = new URL('../../content/plans.toml', import.meta.url);

test.beforeAll(async ({ server, request }) => {
  const folder = join(server.data, 'content');
  await mkdir(folder, { recursive: true });
  const words = await readFile(original, 'utf8');
  const priced = words
    .replace('price = "R$ 47"', 'price = "R$ 47"\nyearly = "R$ 470"')
    .replace('price = "R$ 97"', 'price = "R$ 97"\nyearly = "R$ 970"');
  await writeFile(join(folder, 'plans.toml'), priced);
  const served = async () => (await request.get(`${server.url}/content/plans.json`)).text();
  await expect.poll(served, 'the server reads the words again').toContain('R$ 970');
});

const planOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });

test('the switch shows yearly prices and their savings', async ({ page, plain }) => {
  await page.goto('/pricing');
  await waitForHydration(page);
  await expect(page.getByRole('radio', { name: 'Mensal' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Anual dois meses a menos' })).not.toBeChecked();
  await expect(planOf(page, 'Scale')).toContainText(/R\$ 97 por mês/);
  await page.getByRole('radio', { name: 'Mensal' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Anual' })).toBeChecked();
  await expect(page).toHaveURL('/pricing?periodo=anual');
  await expect(planOf(page, 'Scale')).toContainText(/R\$ 970 por ano/);
  await expect(planOf(page, 'Scale')).toContainText(/R\$\s80,83 por mês, dois meses a menos/);
  await expect(planOf(page, 'Professional')).toContainText('Vendido só por mês');
  await expectWholeOnEveryScreen(page);
  await page.reload();
  await expect(planOf(page, 'Update'), 'the address names the period').toContainText(/R\$ 470 por ano/);
  const graph = (await page.locator('script[type="application/ld+json"]').textContent()) ?? '';
  expect(graph).toMatch(/"price":970.*"unitCode":"ANN"/);

  await plain.goto(new URL('/pricing', page.url()).href);
  await plain.getByRole('link', { name: 'Ver os preços por ano' }).click();
  await expect(planOf(plain, 'Scale')).toContainText(/R\$ 970 por ano/);
  await expect(plain.getByRole('radio')).toHaveCount(0);
  await plain.getByRole('link', { name: 'Assinar o Scale' }).click();
  await expect(plain).toHaveURL(/\/membros\/apresentacao\?plano=scale&periodo=anual$/);
  await expect(plain.getByText('Você escolheu o plano Scale anual.')).toBeVisible();
  await expect(plain.getByRole('link', { name: 'Ver os preços por mês' })).toBeVisible();
});

test('a year chosen before signing in is bought', async ({ page, request, server, other }, { project }) => {
  const email = `anual-${project.name}@exemplo.com.br`;
  await createAccount(server, email, { name: 'Clara Nogueira' });
  await page.goto('/pricing?periodo=anual');
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Assinar o Scale' }).click();
  await expect(page.getByText('Você escolheu o plano Scale anual.')).toBeVisible();
  await fillLogin(page, email, chosen);
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_test_/);
  await expect(page.getByRole('heading', { name: 'Plano Scale anual' })).toBeVisible();
  await expect(page.getByText('R$ 970,00 por ano')).toBeVisible();
  const taxId = page.getByLabel('CPF ou CNPJ');
  await taxId.fill('123.456.789-00');
  await page.getByRole('button', { name: 'Assinar e pagar' }).click();
  await expect(page.getByRole('alert')).toContainText('O CPF ou CNPJ não confere.');
  await expect(taxId, 'what was typed stays').toHaveValue('123.456.789-00');
  await expectWholeOnEveryScreen(page);
  await taxId.fill('123.456.789-09');
  await page.getByRole('button', { name: 'Assinar e pagar' }).click();
  await expect(page.getByText('O plano Scale anual está ativo')).toBeVisible();
  expect((await emailTo(request, email)).text).toContain('plano Scale anual');

  await page.getByRole('link', { name: 'Plano e recibos' }).click();
  await expect(page.getByRole('heading', { name: 'Plano Scale anual' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Recibos' })).toContainText(/Scale anual.*R\$\s970,00/);
  await expect(page.getByText(/receber R\$\s970,00 de volta/)).toBeVisible();
  await expect(page.getByText('CPF ou CNPJ dos recibos: 123.456.789-09')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Gerenciar assinatura' }).click();
  await expect(page.getByRole('button', { name: /^Update, R\$ 47,00 por mês: a partir de/ })).toBeVisible();
  await expectWholeOnEveryScreen(page);

  await page.goto('/membros');
  await expect(page.getByText('Scale anual', { exact: true })).toBeVisible();
  await page.goto('/membros/configuracoes');
  await expect(page.getByRole('heading', { name: 'Plano Scale anual' })).toBeVisible();

  await openAsAdmin(other, `/admin/membros?busca=${encodeURIComponent(email)}`);
  await expect(other.locator('tbody tr:visible')).toContainText('Scale anual');
  await openAsAdmin(other, `/admin/cobrancas?busca=${encodeURIComponent(email)}`);
  await expect(other.locator('tbody tr:visible')).toContainText('123.456.789-09');
});
