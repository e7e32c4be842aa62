/** The panel's pages of members and income: find, give and take back months, ask the provider again, send receipts. */
import type { Page } from '@playwright/test';
import { chosen, newAccount } from './new-account.ts';
import { letterTo } from './outbox.ts';
import { expect, expectAccessible, signInAsAdmin, test } from './quiet.ts';

const inLightAndDark = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
};

test('members are shown with what they bring in, found, narrowed and paged, all in the address', async ({ page }) => {
  test.slow();
  await signInAsAdmin(page);
  await page.getByRole('link', { name: 'Membros', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Membros \(\d+\)$/ })).toBeVisible();
  const figure = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) });
  await expect(figure('Membros ativos')).toContainText(/\d/);
  await expect(figure('Receita recorrente mensal')).toContainText(/R\$\s[\d.]+,00/);
  const rows = page.locator('tbody tr:visible');
  await expect(rows).toHaveCount(25);
  await inLightAndDark(page);
  await page.getByText('Ver os números de cada mês').click();
  await expect(page.getByRole('columnheader', { name: 'Recebido' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^\p{L}+ de \d{4} R\$/u })).toHaveCount(12);
  await expectAccessible(page);
  await page.getByText('Ver os números de cada mês').click();
  await page.getByRole('link', { name: 'Próximas' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await page.getByLabel('Plano').selectOption('Professional');
  await expect(page).toHaveURL(/plano=professional/);
  await expect(page).not.toHaveURL(/pagina/);
  await page.getByLabel('Situação').selectOption('Ativa');
  await page.getByLabel('Plano').selectOption('Qualquer plano');
  await page.getByRole('searchbox').fill('MEMBRO@demo');
  await page.getByRole('searchbox').press('Enter');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Renova');
  await page.getByRole('searchbox').fill('ninguém assim');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhum membro encontrado' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver todos os membros' }).click();
  await expect(rows).toHaveCount(25);

  const pages = page.getByRole('navigation', { name: 'Páginas do painel' });
  await pages.getByRole('link', { name: 'Auditoria' }).click();
  await expect(page).toHaveURL('/admin/auditoria');
  await expect(pages.getByRole('link', { name: 'Auditoria' }), 'one is where one sees it').toBeInViewport({ ratio: 1 });
  expect((await pages.boundingBox())?.height, 'the pages stand in one row, on a phone too').toBeLessThan(60);
});

test('a member is asked about again, and receipts and the way to the portal go out by letter', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/admin/membros?busca=membro017%40demo');
  await page.locator('tbody tr:visible').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Recibos' })).toBeVisible();
  await inLightAndDark(page);
  await page.getByRole('button', { name: 'Conferir agora' }).click();
  await expect(page.getByText('Conferido com o serviço de pagamento.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Reenviar/ })
    .first()
    .click();
  await expect(page.getByText('Recibo reenviado.', { exact: true })).toBeVisible();
  const receipt = await letterTo(page.request, 'membro017@demo.test');
  expect(receipt.subject).toBe('Seu recibo');
  expect(receipt.text).toMatch(/Valor: R\$ \d+,00/);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Mensagem enviada.')).toBeVisible();
  expect((await letterTo(page.request, 'membro017@demo.test', 2)).subject).toBe('Onde cuidar da sua assinatura');
  const acts = page.locator('section', { has: page.getByRole('heading', { name: 'Administração' }) });
  for (const act of ['Assinatura conferida', 'Recibo reenviado', 'Link da assinatura enviado']) {
    await expect(acts.getByText(act, { exact: true })).toBeVisible();
  }
});

test('a courtesy lets somebody in who never paid, says so to them, and ends when it is taken back', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = `cortesia-${Date.now()}-${test.info().parallelIndex}@exemplo.com.br`;
  await newAccount(page.request, email);
  await signInAsAdmin(page);
  await page.goto('/admin/membros');
  const open = page.getByRole('button', { name: 'Dar cortesia' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Dar cortesia' });
  await dialog.getByRole('button', { name: 'Dar cortesia' }).click();
  await expect(dialog.getByText('Informe o e-mail.')).toBeVisible();
  await expect(dialog.getByText('Diga o motivo.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByLabel('E-mail da conta').fill(email);
  await dialog.getByLabel('Plano').selectOption('Scale');
  await dialog.getByLabel('Motivo').fill('Imprensa');
  await dialog.getByRole('button', { name: 'Dar cortesia' }).click();
  await expect(page.getByRole('heading', { level: 2, name: email })).toBeVisible();
  await expect(page.getByText('Scale: 1 mês')).toBeVisible();
  await expect(page.getByText(/motivo: Imprensa/)).toBeVisible();
  await inLightAndDark(page);
  expect((await letterTo(page.request, email, 2)).subject).toBe('Você recebeu uma cortesia');

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const member = await context.newPage();
  await member.goto('/membros/apresentacao');
  await member.getByLabel('Email').fill(email);
  await member.getByLabel('Senha').fill(chosen);
  await member.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(member).toHaveURL('/membros', { timeout: 30_000 });
  await expect(member.getByText(/^Cortesia até \d\d\/\d\d\/\d{4}$/)).toBeVisible({ timeout: 20_000 });
  await expect(member.getByRole('button', { name: 'Gerenciar assinatura' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Encerrar cortesia' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar cortesia' }).click();
  await expect(page.getByText('Cortesia encerrada', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Encerrar cortesia' })).toHaveCount(0);
  await member.goto('/membros');
  await expect(member).toHaveURL('/membros/apresentacao');
  await context.close();
});
