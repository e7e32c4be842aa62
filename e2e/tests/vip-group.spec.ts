/** The VIP group: its link is stored by an administrator, given to holders at a press, and who loses the plan is listed. */
import { byService, createMember, openSignedIn, rowsOf } from './accounts.ts';
import { expect, expectAccessibleInBothSchemes, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';

const ADDRESS = 'https://chat.whatsapp.example/convite-secreto';

test('the VIP group opens for holders; former holders are listed', async ({ page, other, server }) => {
  const email = 'grupo-vip@exemplo.com.br';
  await createMember(server, email);
  await openAsAdmin(page, '/admin/membros');
  const group = page.locator('section', { has: page.getByRole('heading', { name: 'Grupo VIP' }) });

  await test.step('the link is a secret that the panel does not show again', async () => {
    await expect(group).toContainText('Não cadastrado.');
    await group.getByRole('button', { name: 'Cadastrar o link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link do grupo VIP' });
    const field = dialog.getByLabel('Link de convite');
    await expect(field).toHaveAttribute('type', 'password');
    await field.fill('chat.whatsapp.example');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(dialog.getByText('O link começa com https://.')).toBeVisible();
    await field.fill(ADDRESS);
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(group).toContainText('Salvo. Cada membro com direito recebe o link ao clicar.');
    expect(await page.content()).not.toContain('convite-secreto');
  });

  await test.step('a holder is taken there by a press', async () => {
    await other.route('https://chat.whatsapp.example/**', (route) => route.fulfill({ body: 'grupo' }));
    await openSignedIn(other, email, '/membros/assinatura');
    const open = other.getByRole('button', { name: 'Abrir o grupo VIP no WhatsApp' });
    await expect(open).toBeVisible();
    expect(await other.content()).not.toContain('convite-secreto');
    await expectAccessibleInBothSchemes(other);
    await expectWholeOnEveryScreen(other);
    await open.click();
    await expect(other).toHaveURL(ADDRESS);
  });

  await test.step('a member without the plan is listed until marked as removed', async () => {
    const [row] = await rowsOf(server, 'subscribers', `email=eq.${email}&select=id`);
    await byService(server, 'PATCH', `/rest/v1/subscribers?id=eq.${row?.id}`, { status: 'unpaid' });
    await page.reload();
    await expect(group).toContainText(email);
    await expectAccessibleInBothSchemes(page);
    await expectWholeOnEveryScreen(page);
    await group.getByRole('button', { name: `Marcar como removido ${email}` }).click();
    await expect(group).toContainText('Ninguém a remover do grupo.');
    await group.getByText('1 pessoa removida').click();
    await expect(group).toContainText(/Removido em \d\d\/\d\d\/\d{4} por /);
    await expect(group.getByRole('button', { name: `Desfazer ${email}` })).toBeVisible();
  });

  await test.step('a member without the plan sees no group button', async () => {
    await other.goto(`${server.url}/membros/assinatura`);
    await expect(other.getByRole('heading', { level: 1, name: 'Assinatura' })).toBeVisible();
    await expect(other.getByRole('heading', { name: 'Recibos' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Abrir o grupo VIP no WhatsApp' })).toHaveCount(0);
  });
});
