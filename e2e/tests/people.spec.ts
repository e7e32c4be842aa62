/** The panel's pages of people and the audit log: search, invitations, roles, bans, help, and the log of all. */
import type { Page } from '@playwright/test';
import { openSignedIn } from './accounts.ts';
import { emailTo } from './emails.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectRefusal,
  expectWholeOnEveryScreen,
  openAsAdmin,
  openFilters,
  test,
} from './fixtures.ts';

async function invite(page: Page, name: string, role = 'Sem papel'): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z]/g, '')}-${Date.now()}@exemplo.test`;
  await page.goto('/admin/pessoas');
  await page.getByRole('button', { name: 'Convidar pessoa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoa' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Papel').selectOption(role);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  return email;
}

test('people are searched without accents, narrowed and paged', async ({ page }) => {
  await openAsAdmin(page);
  await page.getByRole('link', { name: 'Pessoas', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Pessoas/ })).toBeVisible();
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(25);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: 'Próximas' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  await expect(page.getByText(/^26 a 50 de/)).toBeVisible();
  await page.getByLabel('Papel').selectOption('Administração');
  await expect(rows.filter({ hasText: 'admin@demo.test' })).toBeVisible();
  await expect(rows.filter({ hasText: /membro\d*@demo\.test/ })).toHaveCount(0);
  await expect(page).toHaveURL(/papel=admin/);
  await expect(page).not.toHaveURL(/pagina/);
  await page.getByLabel('Papel').selectOption('Qualquer papel');
  await page.getByRole('searchbox').fill('MEMBRO@demo');
  await page.getByRole('searchbox').press('Enter');
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('MEMBRO@demo');
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox').fill('ninguém assim');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('heading', { name: 'Ninguém encontrado' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver todas as pessoas' }).click();
  await expect(rows).toHaveCount(25);
});

test('an invitation is sent by keyboard, after a check', async ({ page, request, complaints }) => {
  await openAsAdmin(page, '/admin/pessoas');
  const open = page.getByRole('button', { name: 'Convidar pessoa' });
  await open.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Convidar pessoa' });
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(dialog.getByText('Informe o nome.')).toBeVisible();
  await expect(dialog.getByText('Informe o e-mail.')).toBeVisible();
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  const email = await invite(page, 'Conceição Invitada');
  await expect(page.getByText('Convidada', { exact: true })).toBeVisible();
  const invitation = await emailTo(request, email);
  expect(invitation.subject).toBe('Seu convite para o site');
  const secret = /token=([^&]+)/.exec(invitation.links.join(' '))?.[1] ?? '';
  expect(secret.length).toBeGreaterThan(20);
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Reenviar convite' }).click();
  await expect(page.getByText('Aguarde um minuto.', { exact: false })).toBeVisible();
  await expectRefusal(complaints, 429);
});

test('bans and roles are logged; the own account is protected', async ({ page }) => {
  await openAsAdmin(page);
  const email = await invite(page, 'Bruna Teste');
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Conceder permissão Moderação' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conceder permissão' }).click();
  await expect(page.getByText('Permissão concedida.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retirar Moderação' })).toBeVisible();
  await page.getByRole('button', { name: 'Suspender conta' }).click();
  const ban = page.getByRole('dialog', { name: 'Suspender conta?' });
  await ban.getByRole('button', { name: 'Suspender' }).click();
  await expect(ban.getByText('Diga o motivo.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await ban.getByLabel('Motivo').fill('Propaganda no fórum.');
  await ban.getByLabel('Prazo').selectOption('Sem prazo');
  await ban.getByRole('button', { name: 'Suspender' }).click();
  await expect(page.getByText('Conta suspensa sem prazo')).toBeVisible();
  await expect(page.getByText('Motivo: Propaganda no fórum.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reenviar convite' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Ver na auditoria' }).click();
  await expect(page.getByRole('heading', { name: 'Auditoria (3)' })).toBeVisible();
  await expect(page.getByText('Propaganda no fórum.')).toBeVisible();
  await expect(page.locator('ol > li').getByText('Pessoa convidada')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await openFilters(page);
  await page.getByLabel('Ação').selectOption('Conta suspensa');
  await expect(page.getByRole('heading', { name: 'Auditoria (1)' })).toBeVisible();
  await page.getByLabel('Até').fill('2020-01-01');
  await expect(page.getByRole('heading', { name: 'Nenhum registro encontrado' })).toBeVisible();
  await page.goto(`/admin/pessoas?busca=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: 'Bruna Teste' }).click();
  await page.getByRole('button', { name: 'Remover suspensão' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover suspensão' }).click();
  await expect(page.getByText('Suspensão removida.')).toBeVisible();

  // The administrator's own session is listed, and the own account is protected.
  await page.goto('/admin/pessoas?papel=admin');
  await page.locator('tbody tr', { hasText: 'admin@demo.test' }).getByRole('link').click();
  await expect(page.getByRole('button', { name: /^Encerrar/ }).first()).toBeVisible();
  await expect(page.getByText('É a sua conta: peça a outra pessoa.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suspender conta' })).toHaveCount(0);
});

test('a moderator is kept out of people, tasks and lists', async ({ page }) => {
  await openSignedIn(page, 'moderadora@demo.test', '/admin');
  await expect(page.getByRole('heading', { name: 'Acesso negado' })).toBeVisible();
  for (const path of ['/admin/pessoas', '/admin/auditoria', '/admin/tarefas', '/admin/lista-de-espera']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Acesso negado' }), path).toBeVisible();
  }
  await page.getByRole('link', { name: 'Abrir moderação' }).click();
  await expect(page).toHaveURL('/membros/moderacao');
});

test('the card of a person shows all subjects and links to them', async ({ page }) => {
  await openAsAdmin(page, '/admin/pessoas?busca=membro%40demo.test');
  await page.locator('tbody tr').getByRole('link').first().click();
  for (const name of ['Conta', 'Assinatura', 'Cursos', 'Comunidade', 'Mensagens', 'Permissões']) {
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^Cobrado em/)).toHaveCount(3);
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: 'Ver assinatura' }).click();
  await expect(page.getByRole('heading', { name: 'Recibos' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver a conta' }).click();
  await page.getByRole('link', { name: /^Ver perfil/ }).click();
  await expect(page).toHaveURL(/\/membros\/membro\//);
});

test('changes by an administrator are logged field by field', async ({ page }) => {
  await openAsAdmin(page, '/admin?aba=categorias');
  const name = `Auditada ${Date.now()}`;
  await page.getByRole('button', { name: 'Nova Categoria' }).click();
  await page.getByLabel('Nome').fill(name);
  await page.getByRole('button', { name: 'Criar Categoria' }).click();
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  await page.goto('/admin/auditoria?acao=insert-categories');
  const entry = page.locator('ol > li').filter({ hasText: name });
  await expect(entry.getByText('Categoria criada')).toBeVisible();
  await expect(entry.getByText('nome', { exact: true })).toBeVisible();
  await entry.getByRole('link', { name }).click();
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Excluir/ })
    .click();
  await expect(page.getByText('Categoria removida')).toBeVisible();
  await page.goto('/admin/auditoria?acao=insert-categories');
  await expect(entry.getByText('(não existe mais)')).toBeVisible();
  await expect(entry.getByRole('link', { name })).toHaveCount(0);
});
