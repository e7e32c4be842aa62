/** Payments in the sandbox: from a plan to the members' area, and out again. */
import type { Page } from '@playwright/test';
import { forgetSession } from './accounts.ts';
import { comeBack, openCheckout } from './checkout.ts';
import { emailTo } from './emails.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectRefusal,
  expectWholeOnEveryScreen,
  openAsAdmin,
  openHydrated,
  test,
} from './fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

test('a member pays by card, cancels, and loses access at the end', async ({ page, request, server }) => {
  const email = await openCheckout(server, page, 'Scale');
  await page.getByRole('link', { name: 'Voltar sem pagar' }).click();
  await expect(heading(page, 'Nada foi cobrado')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: 'Ver os planos' }).click();
  await page.getByRole('link', { name: 'Assinar o Scale' }).click();
  await expect(heading(page, 'Plano Scale')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByLabel('Número do cartão').fill('4000 0000 0000 0002');
  await press(page, 'Assinar e pagar');
  await expect(page.getByRole('alert')).toContainText('O cartão foi recusado');
  await expectAccessible(page);
  await page.getByLabel('Número do cartão').fill('4242 4242 4242 4242');
  await press(page, 'Assinar e pagar');
  await expect(page).toHaveURL(/\/membros\/assinatura\/sucesso\?checkout=cs_test_/);
  await expect(heading(page, 'Pagamento confirmado')).toBeVisible();
  await expect(page.getByText('O plano Scale está ativo')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.reload();
  await expect(heading(page, 'Pagamento confirmado'), 'as often as it is opened').toBeVisible();
  await page.goto('/membros/assinatura/sucesso');
  await expect(page, 'no payment is named').toHaveURL('/membros/assinatura');
  await expect(page.getByText(/^Renova em .* por R\$\s97,00, no cartão Visa com final 4242\.$/)).toBeVisible();
  await press(page, 'Mudar de plano');
  await expect(page).toHaveURL(/\/sandbox\/portal\/bps_.*#mudar-sub_/);
  await expect(page.getByRole('heading', { name: 'Mudar de plano' })).toBeInViewport();
  await page.goBack();
  expect((await emailTo(request, email)).subject).toBe('Sua assinatura está ativa');
  await page.goto('/membros');
  await expect(page.getByRole('heading', { level: 1, name: /, Clara\.$/ }), 'no profile is written yet').toBeVisible();
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
  await expect(page.getByText('Scale', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Gerenciar assinatura' }).click();
  await press(page, 'Gerenciar assinatura');
  await expect(page).toHaveURL(/\/sandbox\/portal\//);
  await expectWholeOnEveryScreen(page);
  await expect(page.getByText('Pago', { exact: true })).toBeVisible();
  const portal = page.url();
  await press(page, 'Cancelar assinatura');
  await expect(page.getByText('Cancelada, ativa até o fim do período')).toBeVisible();
  await page.goto('/membros');
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
  await page.goto(portal);
  await press(page, 'O período pago termina');
  await expect(page.getByText('Encerrada')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar ao site' }).click();
  await expect(page).toHaveURL('/membros/assinatura');
  await expect(page.getByText('Encerrada', { exact: true })).toBeVisible();
  await page.goto('/membros');
  await expect(page).toHaveURL('/membros/apresentacao');
  await expect(page.getByText('Esta conta ainda não tem assinatura.')).toBeVisible();
});

test('a boleto grants access once it is paid', async ({ page, server, other }) => {
  await openCheckout(server, page, 'Update');
  const checkout = page.url();
  await press(page, 'Gerar boleto');
  await expect(page, 'not a member yet').toHaveURL(/\/membros\/assinatura\/pendente\?checkout=cs_test_/);
  await expect(heading(page, 'Boleto gerado')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const waiting = page.url();

  await other.goto(waiting);
  await expect(other, 'who is not signed in signs in first').toHaveURL(/\/membros\/apresentacao\?next=/);

  await page.goto(checkout);
  await expect(page.getByRole('heading', { name: 'Boleto gerado' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar o boleto' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/membros');
  await expect(page).toHaveURL('/membros/apresentacao');
  await page.getByRole('link', { name: 'Ver assinatura' }).click();
  await expect(page.getByText('Aguardando pagamento')).toBeVisible();
  await page.goto(waiting);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Ver o boleto' }).click();
  const bill = await opened;
  await expect(bill.getByRole('heading', { name: 'Em aberto' })).toBeVisible();
  await expectAccessible(bill);
  await press(bill, 'Pagar o boleto');
  await expect(bill.getByRole('heading', { name: 'Pago' })).toBeVisible();
  await bill.close();
  await comeBack(page);
  await expect(page).toHaveURL(/\/membros\/assinatura\/sucesso\?checkout=/);
  await expect(heading(page, 'Pagamento confirmado')).toBeVisible();
});

test('another plan voids an open boleto only when confirmed', async ({ page, server, complaints }) => {
  await openCheckout(server, page, 'Update');
  const former = page.url();
  await press(page, 'Gerar boleto');
  await expect(heading(page, 'Boleto gerado')).toBeVisible();
  await openHydrated(page, '/pricing');
  const choose = page.getByRole('link', { name: 'Assinar o Scale' });
  await choose.click();
  const question = page.getByRole('alertdialog', { name: 'Você tem um boleto em aberto' });
  await expect(question).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await question.getByRole('button', { name: 'Manter o boleto' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL('/pricing');
  await choose.click();
  await question.getByRole('button', { name: 'Cancelar o boleto e continuar' }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_test_/);
  await expect(page.getByRole('heading', { name: 'Plano Scale' })).toBeVisible();
  await page.goto(former);
  await expect(page.getByRole('button', { name: 'Pagar o boleto' })).toHaveCount(0);
  await expectRefusal(complaints, 409);
  await expectRefusal(complaints, 409);
});

test("another account's payment is refused; an outage is retried", async ({ page, server, complaints }) => {
  await openCheckout(server, page, 'Update');
  const foreign = page.url().split('/').at(-1);
  await forgetSession(page);
  const email = await openCheckout(server, page, 'Update');
  await page.goto(`/membros/assinatura/sucesso?checkout=${foreign}`);
  await expect(heading(page, 'Este pagamento é de outra conta')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectRefusal(complaints, 403);
  await page.route('**/functions/v1/check-subscription', (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto('/membros/assinatura/sucesso');
  await expect(heading(page, 'Não foi possível verificar agora')).toBeVisible();
  await page.unroute('**/functions/v1/check-subscription');
  await press(page, 'Verificar de novo');
  await expect(heading(page, 'Confirmando o pagamento')).toBeVisible();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('status of 503')));
});

test('a failed payment has a week of grace, and is repaired', async ({ page, request, server }) => {
  const email = await openCheckout(server, page, 'Professional');
  await press(page, 'Assinar e pagar');
  await expect(heading(page, 'Pagamento confirmado')).toBeVisible();
  await page.goto('/membros');
  await page.getByRole('link', { name: 'Gerenciar assinatura' }).click();
  await press(page, 'Gerenciar assinatura');
  await press(page, 'O próximo pagamento falha');
  await expect(page.getByText('Pagamento em atraso')).toBeVisible();
  const { subject, links } = await emailTo(request, email, 2);
  expect(subject).toBe('O pagamento da sua assinatura não passou');
  await page.goto('/membros');
  await expect(page.getByText('Assinatura ativa'), 'grace').toBeVisible();
  const portal = new URL(links.find((link) => link.includes('portal=1')) ?? '');
  await page.goto(portal.pathname + portal.search);
  await expect(page, 'the email leads to the portal').toHaveURL(/\/sandbox\/portal\//);
  await press(page, 'Pagar o que está em aberto');
  await expect(page.getByText('Ativa ·')).toBeVisible();
});

test('a member reads receipts, cancels, resumes and is refunded', async ({ page, request, server, other }) => {
  const email = await openCheckout(server, page, 'Scale');
  await press(page, 'Assinar e pagar');
  await page.getByRole('link', { name: 'Plano e recibos' }).click();
  await expect(heading(page, 'Assinatura')).toBeVisible();
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
  await expect(page.getByText('É o seu direito de arrependimento')).toBeVisible();
  const row = page.getByRole('table', { name: 'Recibos' }).getByRole('row').nth(1);
  await expect(row).toContainText('R$\u00a097,00');
  await expect(row).toContainText('Pago');
  await expectAccessibleInBothSchemes(page);
  const receipt = await row
    .getByRole('link', { name: /Ver recibo de/ })
    .first()
    .getAttribute('href');
  expect(new URL(receipt ?? '').pathname).toMatch(/^\/sandbox\/invoice\/in_/);
  const shown = await request.get(new URL(receipt ?? '').pathname);
  expect(await shown.text()).toContain('Plano Scale');

  await press(page, 'Cancelar assinatura');
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  expect((await emailTo(request, email, 2)).subject).toBe('Sua assinatura foi cancelada');
  await press(page, 'Manter assinatura');
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();

  await press(page, 'Pedir devolução');
  const dialog = page.getByRole('alertdialog', { name: 'Encerrar e receber o valor de volta?' });
  await expect(dialog).toContainText('R$\u00a097,00');
  await expect(dialog.getByRole('button', { name: 'Voltar' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Encerrar e devolver' }).click();
  await expect(page.getByText('Devolvida', { exact: true })).toBeVisible();
  await expect(row).toContainText('Devolvido');
  await expectAccessibleInBothSchemes(page);
  expect((await emailTo(request, email, 3)).subject).toBe('Sua devolução está a caminho');
  await page.goto('/membros');
  await expect(page, 'the members area is closed at once').toHaveURL('/membros/apresentacao');

  await openAsAdmin(other, `/admin/membros?busca=${encodeURIComponent(email)}`);
  await other.locator('tbody tr:visible').getByRole('link').click();
  const asked = other.locator('section', { has: other.getByRole('heading', { name: 'Pedidos do membro' }) });
  await expect(asked).toContainText(/Devolução: direito de arrependimento, 7 dias.*R\$\s97,00 · devolvido em/);
  await expect(asked).toContainText('Cancelamento desfeito');
  await expect(asked).toContainText(/Cancelamento no fim do período.*Pedido em \d\d\/\d\d\/\d{4}/);
  await expectAccessibleInBothSchemes(other);
});
