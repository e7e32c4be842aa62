/** The panel's pages of members and income: search, courtesies, syncing with the provider, receipts. */

import type { Page } from '@playwright/test';
import { chosen, createAccount, openSignedIn } from './accounts.ts';
import { emailAbout, emailTo } from './emails.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectWholeOnEveryScreen,
  openAsAdmin,
  openFilters,
  test,
} from './fixtures.ts';

test('members are searched, narrowed and paged in the address', async ({ page }) => {
  await openAsAdmin(page, '/admin/membros');
  await expect(page.getByRole('heading', { name: /^Membros \(\d+\)$/ })).toBeVisible();
  const figure = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) });
  await expect(figure('Membros ativos')).toContainText(/\d/);
  await expect(figure('Receita recorrente mensal')).toContainText(/R\$\s[\d.]+,00/);
  const rows = page.locator('tbody tr:visible');
  await expect(rows).toHaveCount(25);
  await expectAccessibleInBothSchemes(page);
  await page.getByText('Ver os números de cada mês').click();
  await expect(page.getByRole('columnheader', { name: 'Recebido' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^\p{L}+ de \d{4} R\$/u })).toHaveCount(12);
  await expectWholeOnEveryScreen(page);
  await page.getByText('Ver os números de cada mês').click();
  await page.getByRole('link', { name: 'Próximas' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await openFilters(page);
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
});

/** Opens the menu of the newest receipt. */
const openReceiptMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Ações do recibo/ })
    .first()
    .click();

test('sync, receipt and portal link work on the page of a member', async ({ page }) => {
  await openAsAdmin(page, '/admin/membros?busca=membro017%40demo');
  await page.locator('tbody tr:visible').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Recibos' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Atualizar agora' }).click();
  await expect(page.getByText('Conferido com o serviço de pagamento.')).toBeVisible();
  await openReceiptMenu(page);
  await page.getByRole('menuitem', { name: 'Reenviar o recibo' }).click();
  await expect(page.getByText('Recibo reenviado.', { exact: true })).toBeVisible();
  const receipt = await emailAbout(page.request, 'membro017@demo.test', 'Seu recibo');
  expect(receipt.text).toMatch(/Valor: R\$ \d+,00/);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await expect(page.getByText('Mensagem enviada.')).toBeVisible();
  await emailAbout(page.request, 'membro017@demo.test', 'Onde cuidar da sua assinatura');
  const log = page.locator('section', { has: page.getByRole('heading', { name: 'Administração' }) });
  for (const entry of ['Assinatura conferida', 'Recibo reenviado', 'Link da assinatura enviado']) {
    await expect(log.getByText(entry, { exact: true })).toBeVisible();
  }
});

test('a courtesy grants access, says so, and ends when revoked', async ({ page, server, other }) => {
  const email = 'cortesia@exemplo.com.br';
  await createAccount(server, email);
  await openAsAdmin(page, '/admin/membros');
  const open = page.getByRole('button', { name: 'Conceder cortesia' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Conceder cortesia' });
  await dialog.getByRole('button', { name: 'Conceder cortesia' }).click();
  await expect(dialog.getByText('Informe o e-mail.')).toBeVisible();
  await expect(dialog.getByText('Diga o motivo.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByLabel('E-mail da conta').fill(email);
  await dialog.getByLabel('Plano').selectOption('Scale');
  await dialog.getByLabel('Motivo').fill('Imprensa');
  await dialog.getByRole('button', { name: 'Conceder cortesia' }).click();
  await expect(page.getByRole('heading', { level: 2, name: email })).toBeVisible();
  await expect(page.getByText('Scale: 1 mês')).toBeVisible();
  await expect(page.getByText(/motivo: Imprensa/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  expect((await emailTo(page.request, email)).subject).toBe('Você recebeu uma cortesia');

  await openSignedIn(other, email, '/membros', { password: chosen });
  await expect(other.getByText(/^Cortesia até \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(other.getByRole('link', { name: 'Gerenciar assinatura' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Encerrar cortesia' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar cortesia' }).click();
  await expect(page.getByText('Cortesia encerrada', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Encerrar cortesia' })).toHaveCount(0);
  await other.goto('/membros');
  await expect(other).toHaveURL('/membros/apresentacao');
});

test('full or partial refunds state the amount and the member', async ({ page }) => {
  await test.step('a full refund names the charge and requires a reason', async () => {
    await openAsAdmin(page, '/admin/membros?busca=membro172%40demo');
    await page.locator('tbody tr:visible').getByRole('link').click();
    await expect(page.getByRole('heading', { level: 2, name: 'Ana Carvalho' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancelar no fim do período' }).click();
    const cancel = page.getByRole('alertdialog', { name: /^Cancelar em \d\d\/\d\d\/\d{4}\?$/ });
    await expect(cancel.getByRole('button', { name: /^Cancelar em/ })).toBeVisible();
    await cancel.getByRole('button', { name: 'Manter assinatura' }).click();
    await expect(cancel).toHaveCount(0);
    await page.getByRole('button', { name: 'Devolver pagamento' }).click();
    const dialog = page.getByRole('dialog', { name: /^Devolver R\$\s97,00\?$/ });
    await expect(dialog).toContainText('Para Ana Carvalho');
    await expect(dialog.getByRole('list', { name: 'Cobranças devolvidas' })).toContainText(
      /Cobrança de \d\d\/\d\d\/\d{4}/,
    );
    await expectAccessible(page);
    const give = dialog.getByRole('button', { name: /^Devolver R\$\s97,00$/ });
    await give.click();
    await expect(dialog.getByText('Diga o motivo.')).toBeVisible();
    await dialog.getByLabel('Motivo').fill('Cobrança em dobro');
    await give.click();
    await expect(page.getByText('Pagamento devolvido e acesso encerrado.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Devolver pagamento' })).toHaveCount(0);
    const log = page.locator('section', { has: page.getByRole('heading', { name: 'Administração' }) });
    await expect(log.getByText('Cobrança em dobro'), 'behind the values of the entry').toBeAttached();
  });

  await test.step('a partial refund keeps the subscription', async () => {
    await page.goto('/admin/membros?busca=membro115%40demo');
    await page.locator('tbody tr:visible').getByRole('link').click();
    await openReceiptMenu(page);
    await page.getByRole('menuitem', { name: 'Devolver parte' }).click();
    const dialog = page.getByRole('dialog', { name: 'Devolver parte da cobrança' });
    await expect(dialog).toContainText(/Fátima Rezende pagou R\$\s47,00 em \d\d\/\d\d\/\d{4}/);
    await expectAccessible(page);
    const amount = dialog.getByLabel('Valor em reais');
    await amount.fill('47,01');
    await dialog.getByLabel('Motivo').fill('Aula cancelada');
    await dialog.getByRole('button', { name: 'Devolver', exact: true }).click();
    await expect(dialog.getByText(/^Informe um valor de R\$ 0,01 a R\$\s47,00\.$/)).toBeVisible();
    await amount.fill('17,50');
    await dialog.getByRole('button', { name: /^Devolver R\$\s17,50$/ }).click();
    await expect(page.getByText('Valor devolvido. A assinatura continua.')).toBeVisible();
    await expect(page.getByText(/R\$\s17,50 já devolvidos/)).toBeVisible();
    await expect(page.getByText('Renova-se a cada mês.')).toBeVisible();
  });
});

test('lists are sorted, searched without accents, and waited at', async ({ page }) => {
  await test.step('column heads sort lists and set the order in the address', async () => {
    await openAsAdmin(page, '/admin/pessoas');
    const head = (name: string) => page.getByRole('columnheader', { name });
    await expect(head('Conta desde')).toHaveAttribute('aria-sort', 'descending');
    await head('Pessoa').getByRole('link').click();
    await expect(page).toHaveURL('/admin/pessoas?ordem=name');
    await expect(head('Pessoa')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head('Conta desde')).not.toHaveAttribute('aria-sort');
    await expect(head('Pessoa').getByRole('link')).toBeFocused();
    const names = page.getByRole('row').getByRole('link');
    await expect(names.nth(5)).toHaveText(/^A/);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Próximas' }).click();
    await expect(page).toHaveURL('/admin/pessoas?ordem=name&pagina=2');
    await head('Pessoa').getByRole('link').click();
    await expect(page).toHaveURL('/admin/pessoas?ordem=name_desc');

    await page.goto('/admin/cobrancas');
    await head('Valor').getByRole('link').click();
    await expect(page).toHaveURL('/admin/cobrancas?ordem=amount_desc');
    await expect(head('Valor')).toHaveAttribute('aria-sort', 'descending');
    await page.goto('/admin/membros');
    await head('Acesso').getByRole('link').click();
    await expect(head('Acesso')).toHaveAttribute('aria-sort', 'ascending');

    await test.step('an order that does not exist is the usual one', async () => {
      await page.goto('/admin/pessoas?ordem=nada');
      await expect(head('Conta desde')).toHaveAttribute('aria-sort', 'descending');
    });
  });

  await test.step('messages are found without their accents', async () => {
    await page.goto('/admin/mensagens');
    await page.getByLabel('Buscar').first().fill('SUCESSAO livia');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Lívia Campos', { exact: true })).toBeVisible();
    await expect(page.getByText('Bruno Tavares')).toHaveCount(0);
  });

  await test.step('a failed charge waits on the first page of the panel', async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: '1 Cobranças a recuperar' }).click();
    await expect(page).toHaveURL('/admin/cobrancas?situacao=failed');
    await expect(page.getByRole('row').filter({ hasText: 'Falhou' })).toHaveCount(1);
  });
});

test('on a phone a field sorts', { tag: '@phone-only' }, async ({ page }) => {
  await openAsAdmin(page, '/admin/membros');
  await openFilters(page);
  await page.getByLabel('Ordem').selectOption('Nome, de A a Z');
  await expect(page).toHaveURL('/admin/membros?ordem=name');
});
