import type { Page } from '@playwright/test';
import { chosen, createAdminLink, fillLogin, saveNewPassword } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectComplaints,
  expectRefusal,
  expectWholeOnEveryScreen,
  holdRequests,
  test,
} from './fixtures.ts';

const spent = (page: Page) => page.getByRole('heading', { name: 'Este link não vale mais' });

test('a link from the command line becomes a password, once', async ({ page, server, complaints }) => {
  const link = createAdminLink(server, 'primeira@casa.test');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Nova senha' })).toBeVisible();
  await expect(page, 'the secret left the address').toHaveURL('/conta/nova-senha?next=%2Fadmin');
  await page.reload();
  await saveNewPassword(page, chosen);
  await expect(page.getByText('Senha salva')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  await expect(page).toHaveURL('/admin');

  // The login form needs nothing that the sign-out removes: otherwise it would come, go and come again, without what was typed.
  // It is there before the server has answered the sign-out, which does not end the session that begins meanwhile.
  const release = await holdRequests(page, '**/auth/v1/{settings,logout}*');
  const signedOut = page.waitForResponse('**/auth/v1/logout*');
  await page.getByRole('button', { name: 'Sair' }).click();
  await fillLogin(page, 'primeira@casa.test');
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  release();
  await (await signedOut).finished();
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await expect(page.getByRole('menu')).toContainText('primeira@casa.test');

  await page.goto(link);
  await saveNewPassword(page, 'Outra frase de 2026');
  await expect(spent(page)).toBeVisible();
  await expect(spent(page)).toBeFocused();
  await expectWholeOnEveryScreen(page);
  await expectRefusal(complaints, 403);
});

test('a refused password is tried again with the same link', async ({ page, server, complaints }) => {
  await page.goto(createAdminLink(server, 'segunda@casa.test'));
  await expectAccessible(page);

  await saveNewPassword(page, 'curta');
  await expect(page.getByText('Use pelo menos 8 caracteres.')).toBeVisible();
  await expect(page.getByLabel('Nova senha')).toBeFocused();
  await saveNewPassword(page, chosen, 'Uma frase de 2025');
  await expect(page.getByText('As duas senhas não são iguais.')).toBeVisible();
  await expect(page.getByLabel('Repita a senha')).toHaveValue('Uma frase de 2025');
  await expectAccessible(page);

  await saveNewPassword(page, 'password123');
  await expect(page.getByText('Esta senha é conhecida e fácil de adivinhar. Escolha outra.')).toBeVisible();
  await expect(page.getByLabel('Nova senha')).toHaveValue('password123');
  await expectRefusal(complaints, 422);

  await page.reload();
  await saveNewPassword(page, chosen);
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
});

test('a failed save keeps the input; the keyboard is enough', async ({ page, server, complaints }) => {
  await page.goto(createAdminLink(server, 'terceira@casa.test'));
  await page.route('**/auth/v1/verify', (route) => route.abort());
  const password = page.getByLabel('Nova senha');
  await password.focus();
  await page.keyboard.type(chosen);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Mostrar senha' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(page.getByRole('button', { name: 'Mostrar senha' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.type(chosen);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/O servidor não respondeu/)).toBeVisible();
  await expect(password).toHaveValue(chosen);
  await expectComplaints(complaints, /ERR_FAILED|could not be saved/);

  await page.unroute('**/auth/v1/verify');
  await page.getByLabel('Repita a senha').press('Enter');
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
});

test('a truncated link is refused with a link to the home page', async ({ page }) => {
  for (const rest of ['', '?token_hash=abc&type=recovery', '?type=recovery']) {
    await page.goto(`/conta/nova-senha${rest}`);
    await expect(spent(page)).toBeVisible();
    await expect(page).toHaveURL('/conta/nova-senha');
  }
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ir para o início' }).click();
  await expect(page).toHaveURL('/');
});
