/** A new e-mail address and a new telephone, from the settings to the last confirmation. */
import type { Page } from '@playwright/test';
import {
  chosen,
  createAccount,
  createProtectedAccount,
  expectSettings,
  fillLogin,
  openSignedIn,
  region,
  SETTINGS,
  totp,
} from './accounts.ts';
import { emailAbout, emailTo, linkOf, smsCodeOf } from './emails.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, expectRefusal, test } from './fixtures.ts';
import type { Server } from './server.ts';

const sessions = (page: Page) => region(page, 'Sessões').getByRole('heading', { level: 3 });

/** A new account, signed in at its settings. */
async function openSettings(server: Server, page: Page, email: string): Promise<void> {
  await createAccount(server, email);
  await openSignedIn(page, email, SETTINGS, { password: chosen });
  await expectSettings(page);
}

async function askFor(page: Page, wanted: string): Promise<void> {
  const part = region(page, 'Conta');
  await part.getByRole('button', { name: 'Trocar e-mail' }).click();
  await part.getByLabel('Novo e-mail').fill(wanted);
  await part.getByRole('button', { name: 'Enviar links' }).click();
  await expect(part.getByText(`Troca para ${wanted} à espera`)).toBeVisible();
}

test('an address changes when both emails are confirmed', async ({ page, browser, request, server, complaints }) => {
  const email = 'troca@exemplo.com.br';
  const wanted = `novo-${email}`;
  await openSettings(server, page, email);
  await askFor(page, wanted);
  const [present, next] = [linkOf(await emailTo(request, email)), linkOf(await emailTo(request, wanted))];

  await test.step('the email to the present address is half the way', async () => {
    await page.goto(present);
    await expect(page.getByRole('heading', { level: 1, name: 'Confirme a troca de e-mail' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirmar a troca' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Falta o outro endereço' })).toBeFocused();
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('link', { name: 'Voltar à conta' }).click();
    await expectSettings(page);
    await expect(region(page, 'Conta').getByText(`Troca para ${wanted} à espera`)).toBeVisible();
  });

  await test.step('the email to the new one is the rest, wherever it is opened', async () => {
    const elsewhere = await (await browser.newContext({ baseURL: server.url })).newPage();
    await elsewhere.goto(next);
    await elsewhere.getByRole('button', { name: 'Confirmar a troca' }).click();
    await expect(elsewhere.getByText('E-mail trocado')).toBeVisible();
    await expectSettings(elsewhere);
    await expect(region(elsewhere, 'Conta').getByText(wanted, { exact: true })).toBeVisible();
    await elsewhere.goto(next);
    await elsewhere.getByRole('button', { name: 'Confirmar a troca' }).click();
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Este link não vale mais' })).toBeFocused();
  });

  await page.reload();
  await expect(region(page, 'Conta').getByText(wanted, { exact: true })).toBeVisible();
  expect((await emailAbout(request, email, 'O e-mail da sua conta mudou')).text).toContain(wanted);

  await page.goto('/membros/apresentacao');
  await page.getByRole('button', { name: 'Sair' }).click();
  await fillLogin(page, email);
  await expect(page.getByText('Erro no login')).toBeVisible();
  await expectRefusal(complaints, 400);
  await page.getByLabel('Email').fill(wanted);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
});

test('with a second factor an address changes in one session', async ({ page, request, server }) => {
  const email = 'protegida@exemplo.com.br';
  const wanted = `novo-${email}`;
  const app = await createProtectedAccount(server, request, email);
  await page.goto(`/membros/apresentacao?next=${encodeURIComponent(SETTINGS)}`);
  await fillLogin(page, email);
  await page.getByLabel('Código do aplicativo autenticador').fill(totp(app.secret, 1));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectSettings(page);
  await expect(sessions(page)).toHaveCount(2);
  await askFor(page, wanted);
  const links = [
    [await emailTo(request, wanted), 'Falta o outro endereço'],
    [await emailAbout(request, email, 'Confirme a troca de e-mail'), 'E-mail trocado'],
  ] as const;
  for (const [each, result] of links) {
    await page.goto(linkOf(each));
    await page.getByRole('button', { name: 'Confirmar a troca' }).click();
    await expect(page.getByText(result)).toBeVisible();
  }
  await expectSettings(page);
  await expect(region(page, 'Conta').getByText(wanted, { exact: true })).toBeVisible();
  await expect(sessions(page), 'agreeing is no new sign-in').toHaveCount(2);
});

test('a telephone is added, and changed when both confirm', async ({ page, request, server, complaints }) => {
  const email = 'numero@exemplo.com.br';
  const [first, second] = ['+5511977771001', '+5511977771002'];
  await openSettings(server, page, email);
  const part = region(page, 'Conta');
  const sms = async (number: string, count: number) => smsCodeOf(await emailTo(request, number, count));

  await test.step('the first number, with a wrong code on the way', async () => {
    await part.getByRole('button', { name: 'Cadastrar telefone' }).click();
    await part.getByLabel('Telefone').fill(first);
    await part.getByRole('button', { name: 'Enviar código' }).click();
    const field = part.getByLabel('Código recebido por SMS');
    await expect(field).toBeFocused();
    await expectAccessible(page);
    const code = await sms(first, 1);
    await field.fill(code === '000000' ? '000001' : '000000');
    await part.getByRole('button', { name: 'Confirmar' }).click();
    await expect(part.getByText(/não vale mais|não confere|passou do prazo/)).toBeVisible();
    await expectRefusal(complaints, 403);
    await field.fill(code);
    await part.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('Telefone confirmado')).toBeVisible();
    await expect(part.getByText(first, { exact: true })).toBeVisible();
    expect((await emailTo(request, email)).subject).toBe('O telefone da sua conta mudou');
    await expect(sessions(page), 'agreeing is no new sign-in').toHaveCount(1);
  });

  await test.step('another number asks both', async () => {
    await part.getByRole('button', { name: 'Trocar telefone' }).click();
    await part.getByLabel('Telefone').fill(second);
    await part.getByRole('button', { name: 'Enviar código' }).click();
    await part.getByLabel('Código recebido por SMS').fill(await sms(second, 1));
    await part.getByRole('button', { name: 'Confirmar' }).click();
    const present = part.getByLabel('Código enviado ao telefone atual');
    await expect(present).toBeFocused();
    await expectAccessible(page);
    await present.fill(await sms(first, 2));
    await part.getByRole('button', { name: 'Confirmar' }).click();
    await expect(part.getByText(second, { exact: true })).toBeVisible();
    await expect(sessions(page)).toHaveCount(1);
    expect((await emailTo(request, first, 3)).text).toContain('foi trocado');
  });
});
