/** The other second factors and their failures: short messages, keys, used codes, too many wrong ones, recent proof. */
import type { APIRequestContext, Page } from '@playwright/test';
import {
  createAccount,
  createProtectedAccount,
  fillLogin,
  forgetSession,
  mfaHeading,
  recoveryCodes,
  SETTINGS,
  totp,
} from './accounts.ts';
import { ageSessions, endSmsPauses } from './database.ts';
import { emailTo, smsCodeOf } from './emails.ts';
import {
  closeToasts,
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectRefusal,
  test,
} from './fixtures.ts';
import { addVirtualAuthenticator, namedOrigin } from './virtual-authenticator.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Verificação em duas etapas' });
const entered = (page: Page) => page.getByRole('heading', { level: 1, name: 'Configurações' });
const appCode = (page: Page) => page.getByLabel('Código do aplicativo autenticador');

/** Goes to the settings and signs in with the password. */
async function givePassword(page: Page, email: string, origin = ''): Promise<void> {
  await page.goto(origin + SETTINGS);
  await fillLogin(page, email);
}

/** The service's response to an invalid assertion. */
const NOT_VERIFIED = {
  status: 422,
  headers: { 'x-supabase-api-version': '2024-01-01' },
  json: { code: 'webauthn_verification_failed', message: 'Credential verification failed' },
};

/** Another code than the given one. */
const otherThan = (code: string, step = 0) => String((Number(code) + 1 + step) % 1_000_000).padStart(6, '0');

/** The code of the newest short message to a number. */
async function messageCode(request: APIRequestContext, number: string, count: number): Promise<string> {
  return smsCodeOf(await emailTo(request, number, count));
}

test('an SMS code signs in once it was requested', async ({ page, request, server, complaints }) => {
  const email = 'mensagem@exemplo.com.br';
  const number = '+5511977710000';
  await createAccount(server, email);
  await givePassword(page, email);
  await part(page).getByRole('button', { name: 'Configurar SMS' }).click();
  await part(page).getByLabel('Telefone').fill(number);
  await part(page).getByRole('button', { name: 'Enviar código' }).click();
  await part(page)
    .getByLabel('Código recebido por SMS')
    .fill(await messageCode(request, number, 1));
  await part(page).getByRole('button', { name: 'Ativar' }).click();
  await expect(part(page).getByText('2FA Ativo')).toBeVisible();

  await forgetSession(page);
  await givePassword(page, email);
  await expect(mfaHeading(page)).toBeVisible();
  const send = page.getByRole('button', { name: 'Enviar código por SMS' });
  await expect(send).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await send.press('Enter');
  await expect(page.getByText('Acabei de enviar um SMS. Aguarde um minuto e peça de novo.')).toBeVisible();
  await expectRefusal(complaints, 429);
  await expect(send).toBeFocused();

  endSmsPauses(server);
  await send.press('Enter');
  const field = page.getByLabel('Código recebido por SMS');
  await expect(field).toBeFocused();
  await expect(page.getByRole('button', { name: /^Reenviar SMS em \d+ s$/ })).toBeDisabled();
  await expectAccessibleInBothSchemes(page);
  const right = await messageCode(request, number, 2);
  await field.fill(otherThan(right));
  await field.press('Enter');
  await expect(page.getByText('O código não confere. Confira os dígitos e tente de novo.')).toBeVisible();
  await expect(field).toHaveValue(otherThan(right));
  await expectRefusal(complaints, 422);
  await field.fill(right);
  await field.press('Enter');
  await expect(entered(page)).toBeVisible();
});

test('a security key is set up and asked for on our own screens', async ({ page, server, complaints }) => {
  const email = 'chave@exemplo.com.br';
  const origin = namedOrigin(server.url);
  await createAccount(server, email);
  const device = await addVirtualAuthenticator(page, 'usb');
  await givePassword(page, email, origin);
  await part(page).getByRole('button', { name: 'Configurar chave' }).click();
  const name = part(page).getByLabel('Nome da chave');
  await expect(name).toBeFocused();
  await name.fill(' ');
  await part(page).getByRole('button', { name: 'Registrar chave' }).click();
  await expect(part(page).getByText('Dê um nome à chave.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await test.step('a refused security key does not block the next attempt', async () => {
    await name.fill('Chave do chaveiro');
    await page.route('**/verify', (route) => route.fulfill(NOT_VERIFIED), { times: 1 });
    await part(page).getByRole('button', { name: 'Registrar chave' }).click();
    await expect(page.getByText('A chave não foi aceita. Tente de novo ou entre de outra forma.')).toBeVisible();
    complaints.length = 0;
    await device.cdp.send('WebAuthn.clearCredentials', { authenticatorId: device.authenticatorId });
    await part(page).getByRole('button', { name: 'Registrar chave' }).click();
    await expect(part(page).getByText('2FA Ativo')).toBeVisible();
    await expect(part(page).getByText(/^Chave do chaveiro, desde/)).toBeVisible();
  });

  await test.step('the next sign-in asks for it', async () => {
    await forgetSession(page);
    await givePassword(page, email, origin);
    await expect(mfaHeading(page)).toBeVisible();
    const use = page.getByRole('button', { name: 'Usar chave de segurança' });
    await expect(use).toBeFocused();
    await expectAccessibleInBothSchemes(page);
    await use.press('Enter');
    await expect(entered(page)).toBeVisible();
  });
});

test('six wrong codes lock for a quarter of an hour, which is said', async ({ page, request, server, complaints }) => {
  const email = 'errado@exemplo.com.br';
  const app = await createProtectedAccount(server, request, email);
  await givePassword(page, email);
  await expect(mfaHeading(page)).toBeVisible();
  for (let wrong = 0; wrong < 6; wrong++) {
    const answered = page.waitForResponse('**/verify');
    await appCode(page).fill(otherThan(totp(app.secret), wrong));
    await appCode(page).press('Enter');
    expect((await answered).status()).toBe(422);
    await expect(page.getByText('O código não confere. Confira os dígitos e tente de novo.')).toBeVisible();
    await expectRefusal(complaints, 422);
  }
  await appCode(page).fill(totp(app.secret, 1));
  await appCode(page).press('Enter');
  await expect(page.getByText('Muitos códigos errados. Aguarde quinze minutos e tente de novo.')).toBeVisible();
  await expectRefusal(complaints, 429);
  await expectAccessible(page);
  await expect.poll(async () => (await emailTo(request, email)).subject).toBe('Códigos errados na sua conta');
});

test('recovery codes are used up, made again, and replaced', async ({ page, request, server, complaints }) => {
  const email = 'papel@exemplo.com.br';
  const app = await createProtectedAccount(server, request, email);
  const codes = await recoveryCodes(request, app.token);
  const { anonKey } = await (await request.get('/config.json')).json();
  const headers = { apikey: anonKey, authorization: `Bearer ${app.token}` };
  for (const code of codes.slice(0, 9)) {
    const used = await request.post('/auth/v1/factors/recovery-codes/verify', { headers, data: { code } });
    expect(used.ok(), await used.text()).toBe(true);
  }
  const field = page.getByLabel('Código de recuperação');
  const start = async () => {
    await forgetSession(page);
    await givePassword(page, email);
    await page.getByRole('button', { name: 'Código de recuperação' }).click();
  };
  await page.goto('/termos');
  await start();
  await field.fill(codes[0] ?? '');
  await field.press('Enter');
  await expect(page.getByText('Este código não confere ou já foi usado.')).toBeVisible();
  await expectRefusal(complaints, 422);
  await expectAccessibleInBothSchemes(page);
  await field.fill(codes[9] ?? '');
  await field.press('Enter');
  await expect(part(page).getByText('0 de 10 ainda valem.')).toBeVisible();

  await part(page).getByRole('button', { name: 'Gerar novos códigos' }).click();
  await expect(part(page).getByRole('heading', { name: 'Guarde estes códigos agora' })).toBeFocused();
  const fresh = await part(page).locator('li code').allTextContents();
  await expect(part(page).getByText('10 de 10 ainda valem.')).toBeVisible();
  await start();
  await field.fill(fresh[0] ?? '');
  await field.press('Enter');
  await expect(part(page).getByText('9 de 10 ainda valem.')).toBeVisible();
});

test('an old session is proved again before a factor is removed', async ({ page, request, server, complaints }) => {
  const email = 'antiga@exemplo.com.br';
  const app = await createProtectedAccount(server, request, email);
  await givePassword(page, email);
  await appCode(page).fill(totp(app.secret, 1));
  await appCode(page).press('Enter');
  await expect(entered(page)).toBeVisible();
  const [code = ''] = await recoveryCodes(request, app.token);
  await closeToasts(page);
  ageSessions(server, email);
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
  const toasts = page.getByRole('button', { name: 'Fechar aviso' });

  await test.step('a dismissed confirmation makes no change and shows no error', async () => {
    await part(page).getByRole('button', { name: 'Configurar SMS' }).click();
    await part(page).getByLabel('Telefone').fill('+5511955550000');
    await part(page).getByRole('button', { name: 'Enviar código' }).click();
    await expect(dialog).toBeVisible();
    await expectRefusal(complaints, 400);
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(part(page).getByLabel('Telefone')).toHaveValue('+5511955550000');
    await expect(part(page).getByRole('alert')).toHaveCount(0);
    await expect(toasts).toHaveCount(0);
    await part(page).getByRole('button', { name: 'Cancelar' }).click();
  });

  await test.step('an answered confirmation removes the factor', async () => {
    await part(page).getByRole('button', { name: 'Remover Aplicativo autenticador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await expect(dialog).toBeVisible();
    await expectRefusal(complaints, 400);
    await page.reload();
    await expect(part(page).getByText('2FA Ativo')).toBeVisible();
    await part(page).getByRole('button', { name: 'Remover Aplicativo autenticador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await dialog.getByRole('button', { name: 'Código de recuperação' }).click();
    await dialog.getByLabel('Código de recuperação').fill(code);
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('2FA desativado')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expectRefusal(complaints, 400);
  });
});
