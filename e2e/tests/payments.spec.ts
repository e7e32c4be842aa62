/** Paying in the sandbox, as a person would: from a plan to the members' rooms, and out again. */
import type { APIRequestContext, Page } from '@playwright/test';
import { chosen, newAccount } from './new-account.ts';
import { expect, expectAccessible, test } from './quiet.ts';

let people = 0;

/** A new account, signed in, at the payment page of a plan. */
async function setOut(page: Page, request: APIRequestContext, plan: string): Promise<void> {
  people += 1;
  const email = `pagante-${Date.now()}-${people}-${test.info().parallelIndex}@exemplo.com.br`;
  await newAccount(request, email);
  await page.goto('/membros/apresentacao?next=/pricing');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Senha').fill(chosen);
  const answer = page.waitForResponse('**/auth/v1/token?grant_type=password');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await answer;
  await expect(page).toHaveURL('/pricing');
  await page.getByRole('link', { name: `Assinar o ${plan}` }).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_test_/);
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

test('a person pays by card, is let in, cancels, keeps what was paid, and loses it at its end', async ({
  page,
  request,
}) => {
  await setOut(page, request, 'Scale');
  await expect(page.getByRole('heading', { level: 1, name: 'Plano Scale' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Número do cartão').fill('4000 0000 0000 0002');
  await press(page, 'Assinar e pagar');
  await expect(page.getByRole('alert')).toContainText('O cartão foi recusado');
  await expectAccessible(page);
  await page.getByLabel('Número do cartão').fill('4242 4242 4242 4242');
  await press(page, 'Assinar e pagar');
  await expect(page).toHaveURL(/\/membros\?checkout=cs_test_/);
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
  await expect(page.getByText('Scale', { exact: true })).toBeVisible();

  await press(page, 'Gerenciar assinatura');
  await expect(page).toHaveURL(/\/sandbox\/portal\//);
  await expectAccessible(page);
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
  await expect(page).toHaveURL('/membros/apresentacao');
  await expect(page.getByText('Ela ainda não tem assinatura ativa.')).toBeVisible();
});

test('a boleto opens nothing before it is paid, and then everything', async ({ page, request }) => {
  await setOut(page, request, 'Update');
  const checkout = page.url();
  await press(page, 'Gerar boleto');
  await expect(page, 'not a member yet').toHaveURL('/membros/apresentacao');
  await page.goto(checkout);
  await expect(page.getByRole('heading', { name: 'Boleto gerado' })).toBeVisible();
  await expectAccessible(page);
  await press(page, 'Pagar o boleto');
  await expect(page).toHaveURL(/\/membros\?checkout=/);
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
});

test('a payment that fails leaves a week of grace, and the portal mends it', async ({ page, request }) => {
  await setOut(page, request, 'Professional');
  await press(page, 'Assinar e pagar');
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
  await press(page, 'Gerenciar assinatura');
  await press(page, 'O próximo pagamento falha');
  await expect(page.getByText('Pagamento em atraso')).toBeVisible();
  const portal = page.url();
  await page.goto('/membros');
  await expect(page.getByText('Assinatura ativa'), 'grace').toBeVisible();
  await page.goto(portal);
  await press(page, 'Pagar o que está em aberto');
  await expect(page.getByText('Ativa ·')).toBeVisible();
});
