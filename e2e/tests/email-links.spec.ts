/** Sign-ins by email: the code, the link's button, the new password. */
import type { Page } from '@playwright/test';
import { chosen, createAccount, fillLogin, LOGIN, saveNewPassword } from './accounts.ts';
import { codeOf, emailTo, linkOf } from './emails.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, expectRefusal, test } from './fixtures.ts';

const wanted = '/conteudos?categoria=lideranca';

/** The destination is known in the browser only: the link carries it after hydration. */
async function clickKnowing(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name });
  await expect(link).toHaveAttribute('href', /next=/);
  await link.click();
}

test('a new password by code makes the link expire', async ({ page, request, server, complaints }) => {
  const email = 'esqueceu@exemplo.com.br';
  await createAccount(server, email);
  await page.goto(`${LOGIN}?next=${encodeURIComponent(wanted)}`);
  await clickKnowing(page, 'Esqueci minha senha');
  await expect(page.getByRole('heading', { level: 1, name: 'Esqueci minha senha' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar e-mail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Confira seu e-mail' })).toBeVisible();
  await expectAccessible(page);
  const message = await emailTo(request, email);
  const code = page.getByLabel('Código de seis dígitos');
  await expect(code).toBeFocused();
  await code.fill(codeOf(message) === '000000' ? '000001' : '000000');
  await code.press('Enter');
  await expect(page.getByText(/O código não confere ou passou do prazo/)).toBeVisible();
  await expectRefusal(complaints, 403);
  await code.fill(codeOf(message));
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova senha' })).toBeVisible();
  await expectAccessible(page);
  await saveNewPassword(page, 'Mais uma frase de 2026');
  await expect(page.getByText('Senha salva')).toBeVisible();
  await expect(page, 'the page that was wanted').toHaveURL(wanted);

  await page.goto(linkOf(message));
  await saveNewPassword(page, 'Outra frase de 2026');
  await expect(page.getByRole('heading', { level: 1, name: 'Este link não vale mais' })).toBeFocused();
  await expectRefusal(complaints, 403);

  await page.goto(LOGIN);
  await page.getByRole('button', { name: 'Sair' }).click();
  for (const [password, outcome] of [
    [chosen, page.getByText('Erro no login')],
    ['Mais uma frase de 2026', page.getByRole('heading', { name: 'Você já entrou' })],
  ] as const) {
    await fillLogin(page, email, password);
    await expect(outcome).toBeVisible();
  }
  await expectRefusal(complaints, 400);
});

test('a magic link works by its button in another browser', async ({ page, request, server, complaints, other }) => {
  const email = 'magico@exemplo.com.br';
  await createAccount(server, email);
  await page.goto(`${LOGIN}?next=${encodeURIComponent(wanted)}`);
  await clickKnowing(page, 'Entrar com link ou código');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link e código' }).click();
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused();
  const message = await emailTo(request, email);

  await other.goto(linkOf(message));
  await expect(other.getByRole('heading', { level: 1, name: 'Entrar na sua conta' })).toBeVisible();
  await expect(other, 'the secret left the address').not.toHaveURL(/token/);
  await expectAccessibleInBothSchemes(other);
  await other.getByRole('button', { name: 'Entrar' }).click();
  await expect(other.getByText('Login realizado com sucesso!')).toBeVisible();
  await expect(other, 'the page that was wanted').toHaveURL(wanted);
  await other.goto(LOGIN);
  await expect(other.getByText(email)).toBeVisible();

  await page.getByLabel('Código de seis dígitos').fill(codeOf(message));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText(/O código não confere ou passou do prazo/)).toBeVisible();
  await expectRefusal(complaints, 403);
});
