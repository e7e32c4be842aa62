import type { Page } from '@playwright/test';
import {
  addApp,
  chosen,
  createAdminLink,
  createProtectedAccount,
  fillLogin,
  forgetSession,
  LOGIN,
  mfaHeading,
  recoveryCodes,
  redeem,
  saveNewPassword,
  totp,
} from './accounts.ts';
import { emailAbout, linkOf } from './emails.ts';
import { expect, expectAccessible, expectRefusal, expectWholeOnEveryScreen, test } from './fixtures.ts';
import { addVirtualAuthenticator, namedOrigin } from './virtual-authenticator.ts';

const entered = (page: Page) => page.getByRole('heading', { name: 'Você já entrou' });
const appCode = (page: Page) => page.getByLabel('Código do aplicativo autenticador');

test('a password alone does not open a protected account', async ({ page, request, server, complaints }) => {
  const email = 'segunda@exemplo.com.br';
  const app = await createProtectedAccount(server, request, email);
  const [first = '', second = ''] = await recoveryCodes(request, app.token);

  await page.goto(`${LOGIN}?next=${encodeURIComponent('/blog?busca=pauta')}`);
  await fillLogin(page, email);
  await expect(mfaHeading(page)).toBeVisible();
  await expect(appCode(page)).toBeFocused();
  await expect(page.getByText('Login realizado com sucesso!')).toHaveCount(0);
  await expectWholeOnEveryScreen(page);

  await test.step('every page asks an aal1 session for the second factor', async () => {
    await page.goto('/membros');
    await expect(page).toHaveURL('/conta/verificacao?next=%2Fmembros');
    await expect(mfaHeading(page)).toBeVisible();
    await page.goto('/admin');
    await expect(mfaHeading(page)).toBeVisible();
    await page.goto(LOGIN);
    await expect(page.getByRole('heading', { name: 'Falta a segunda etapa' })).toBeVisible();
  });

  await test.step('a wrong code is kept, the right one leads to the page', async () => {
    await page.goto('/conta/verificacao?next=%2Fblog%3Fbusca%3Dpauta');
    await appCode(page).fill('000000');
    await appCode(page).press('Enter');
    await expect(page.getByText('O código não confere. Confira os dígitos e tente de novo.')).toBeVisible();
    await expect(appCode(page)).toHaveValue('000000');
    await expectRefusal(complaints, 422);
    await appCode(page).fill(totp(app.secret, 1));
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
    await expect(page).toHaveURL('/blog?busca=pauta');
    await page.goto(LOGIN);
    await expect(entered(page)).toBeVisible();
  });

  await test.step('without the app one of the recovery codes does, once', async () => {
    const field = page.getByLabel('Código de recuperação');
    const start = async () => {
      await page.getByRole('button', { name: 'Sair' }).click();
      await fillLogin(page, email);
      await page.getByRole('button', { name: 'Código de recuperação' }).click();
      await expect(field).toBeFocused();
    };
    await start();
    await expectWholeOnEveryScreen(page);
    await field.fill(first.toLowerCase());
    await field.press('Enter');
    await expect(entered(page)).toBeVisible();
    await start();
    await field.fill(first);
    await field.press('Enter');
    await expect(page.getByText('Este código não confere ou já foi usado.')).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(second);
    await field.press('Enter');
    await expect(entered(page)).toBeVisible();
    await expectRefusal(complaints, 422);
    await emailAbout(request, email, 'Um código de recuperação foi usado');
  });
});

test('a new password asks for the second step first', async ({ page, request, server, complaints }) => {
  const email = 'senha@exemplo.com.br';
  const app = await createProtectedAccount(server, request, email);
  await page.goto('/conta/recuperar');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'Confira seu e-mail' })).toBeVisible();
  await page.goto(linkOf(await emailAbout(request, email, 'Defina uma nova senha')));
  await saveNewPassword(page, 'Outra frase de 2026');
  await expect(page.getByText('Antes de trocar a senha, confirme a segunda etapa da sua conta.')).toBeVisible();
  await expectRefusal(complaints, 401);
  await expectAccessible(page);
  await appCode(page).fill(totp(app.secret, 1));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Senha salva')).toBeVisible();
  await expect(entered(page)).toBeVisible();
});

test("an administrator's second factor is asked for at the panel", async ({ page, request, server }) => {
  const email = 'chefia@exemplo.com.br';
  await page.goto(createAdminLink(server, email));
  await saveNewPassword(page, chosen);
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  // Once there is a factor, what the panel still reads is refused.
  await forgetSession(page);
  const secret = new URLSearchParams(createAdminLink(server, email).split('?')[1]).get('token_hash') ?? '';
  const app = await addApp(request, await redeem(request, secret));

  await page.goto('/admin');
  await fillLogin(page, email);
  await expect(mfaHeading(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sair' })).toBeVisible();
  await appCode(page).fill(totp(app.secret, 1));
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
});

test('a passkey signs in where the browser supports it', async ({ page, baseURL, complaints }) => {
  const button = page.getByRole('button', { name: 'Entrar com passkey' });
  await page.goto(LOGIN);
  await expect(page.getByRole('link', { name: 'Esqueci minha senha' })).toBeVisible();
  await expect(button, 'an address in figures has no passkeys').toHaveCount(0);

  await addVirtualAuthenticator(page, 'internal');
  const origin = namedOrigin(baseURL);
  await page.goto(origin + LOGIN);
  await expect(button).toBeVisible();
  await expectAccessible(page);
  // There is no passkey yet: the browser finds none.
  await button.click();
  await expect(button).toBeEnabled();
  await expect(page.getByText('Login realizado com sucesso!')).toHaveCount(0);

  await fillLogin(page, 'membro@demo.test', 'Ateneu-demo-2026');
  await expect(page).toHaveURL(`${origin}/membros`);
  await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    const { access_token: token } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const { anonKey } = await (await fetch('/config.json')).json();
    const ask = async (path: string, body: object) => {
      const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`/auth/v1/passkeys/registration/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return answer.json();
    };
    const { challenge_id, options } = await ask('options', {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey ?? options);
    const credential = await navigator.credentials.create({ publicKey });
    await ask('verify', { challenge_id, credential: (credential as PublicKeyCredential).toJSON() });
  });
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(button).toBeVisible();
  await button.click();
  // The toast of the first login may still be visible.
  await expect(page.getByText('Login realizado com sucesso!').last()).toBeVisible();
  await expect(page).toHaveURL(`${origin}/membros`);
  expect(complaints.every((text) => /NotAllowedError|WebAuthn/.test(text))).toBe(true);
  complaints.length = 0;
});
