/** An invitation from the administrator's panel to the new person's first sign-in, and a member's own link. */
import { chosen, demoPassword, fillLogin, openSignedIn, saveNewPassword } from './accounts.ts';
import { member } from './community.ts';
import { emailTo, linkOf } from './emails.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, openAsAdmin, test } from './fixtures.ts';

test('an invited person sets a password once, past a scanner', async ({ page, browser, request }) => {
  const email = 'convidada@exemplo.com.br';
  const heading = (name: string) => guest.getByRole('heading', { level: 1, name });

  await openAsAdmin(page, '/admin/pessoas');
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoa' });
  await dialog.getByLabel('Nome').fill('Célia Convidada');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(page.getByRole('heading', { name: 'Célia Convidada', level: 2 })).toBeVisible();
  await expect(page.getByText('Convidada', { exact: true })).toBeVisible();

  const message = await emailTo(request, email);
  expect(message.subject).toBe('Seu convite para o site');
  const link = linkOf(message);

  await test.step('scanners that open the link see the acceptance page', async () => {
    expect((await request.fetch(link, { method: 'HEAD' })).ok()).toBe(true);
    expect((await request.get(link)).ok()).toBe(true);
    const scanner = await (await browser.newContext()).newPage();
    await scanner.goto(link);
    await expect(scanner.getByRole('heading', { level: 1, name: 'Aceite o convite' })).toBeVisible();
  });

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(heading('Aceite o convite')).toBeVisible();
  await expect(guest, 'the secret left the address').not.toHaveURL(/token/);
  await expectAccessibleInBothSchemes(guest);
  await saveNewPassword(guest, chosen);
  await expect(guest.getByText('Senha salva')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
  await expect(guest.getByText(email)).toBeVisible();

  await test.step('the link is over, and says so', async () => {
    await guest.goto(link);
    await saveNewPassword(guest, 'Outra frase de 2026');
    await expect(heading('Este link não vale mais')).toBeFocused();
    await expect(guest.getByText('Peça outro convite a quem enviou este.', { exact: false })).toBeVisible();
    await expectAccessible(guest);
  });

  await test.step('the password that was chosen is the one that counts', async () => {
    await guest.goto('/membros/apresentacao');
    await guest.getByRole('button', { name: 'Sair' }).click();
    await fillLogin(guest, email);
    await expect(guest.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
  });

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Célia Convidada', level: 2 })).toBeVisible();
  await expect(page.getByText('Convidada', { exact: true })).toHaveCount(0);

  await test.step('a new password sent from the panel is set and signs in', async () => {
    await page.getByRole('button', { name: 'Enviar e-mail de nova senha' }).click();
    const second = await emailTo(request, email, 2);
    expect(second.subject).toBe('Defina uma nova senha');
    const anew = await (await browser.newContext()).newPage();
    await anew.goto(linkOf(second));
    await saveNewPassword(anew, 'Outra frase de 2026');
    await expect(anew.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
    await expect(anew.getByText(email)).toBeVisible();
  });
});

test('an accepted invitation is listed for the inviting member', async ({ page, other, server }) => {
  await member(server, 'convida@exemplo.test', 'Ana que Convida');
  await openSignedIn(page, 'convida@exemplo.test', '/membros/aprendizagem/convidar');
  await expect(page.getByText('Ninguém ainda.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const link = new URL(await page.getByLabel('Seu link de convite').inputValue());

  await member(server, 'veio@exemplo.test', 'Rui que Veio');
  await other.goto(link.pathname + link.search);
  await expect.poll(() => other.evaluate(() => localStorage.getItem('convite'))).toBe(link.searchParams.get('convite'));
  const accepted = other.waitForResponse((answer) => answer.url().includes('/rpc/accept_invite'));
  await fillLogin(other, 'veio@exemplo.test', demoPassword);
  expect(await (await accepted).json()).toBe(true);
  await expect.poll(() => other.evaluate(() => localStorage.getItem('convite'))).toBeNull();

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'Rui que Veio' })).toBeVisible();
});
