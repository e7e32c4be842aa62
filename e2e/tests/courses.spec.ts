/**
 * The external courses: the card of a member without access, an administrator who grants and ends it, and the card again.
 */
import type { Page } from '@playwright/test';
import { createMember, openSignedIn } from './accounts.ts';
import { expect, expectAccessibleInBothSchemes, expectComplaints, openAsAdmin, test } from './fixtures.ts';
import type { Server } from './server.ts';

const courses = 'https://cursos.exemplo.com.br/area-do-aluno';

async function openDashboard(server: Server, page: Page, member: string): Promise<void> {
  await createMember(server, member);
  await openSignedIn(page, member, '/membros');
  await expect(page.getByRole('heading', { name: 'Cursos na Hotmart' })).toBeVisible();
}

test('access is requested, granted, seen without reload, and ended', async ({ page, server, other }) => {
  const member = 'aluna@membro.test';
  const row = other.locator('tbody tr').filter({ hasText: member });

  await test.step('without access the card offers the chat', async () => {
    await openDashboard(server, page, member);
    const chat = page.getByRole('link', { name: /Solicitar acesso/ });
    expect(decodeURIComponent((await chat.getAttribute('href')) ?? '')).toContain('acesso aos cursos');
    await expectAccessibleInBothSchemes(page);
    await page.getByRole('button', { name: 'Verificar acesso' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Acesso negado' });
    await expect(toast).toContainText('Você não tem acesso aos cursos no Hotmart.');
  });

  await test.step('an administrator grants it until a day', async () => {
    await openAsAdmin(other);
    await other.getByRole('link', { name: 'Acesso aos cursos' }).click();
    await expect(other.locator('tbody tr').filter({ hasText: /^membro@demo\.test/ })).toContainText('Liberado');
    await expectAccessibleInBothSchemes(other);
    await other.getByRole('button', { name: 'Liberar acesso' }).press('Enter');
    const dialog = other.getByRole('dialog', { name: 'Liberar acesso' });
    await dialog.getByLabel('Até').fill('2020-01-31');
    await dialog.getByRole('button', { name: 'Liberar' }).click();
    await expect(dialog.getByText('Informe o e-mail.')).toBeVisible();
    await expect(dialog.getByText('Escolha hoje ou uma data futura.')).toBeVisible();
    await expect(dialog.getByLabel('E-mail')).toBeFocused();
    await expectAccessibleInBothSchemes(other);
    await dialog.getByLabel('E-mail').fill(member);
    await dialog.getByLabel('Endereço dos cursos').fill(courses);
    await dialog.getByLabel('Até').fill('2031-05-20');
    await dialog.getByRole('button', { name: 'Liberar' }).click();
    await expect(dialog).toBeHidden();
    await other.getByRole('searchbox').fill(member.toUpperCase());
    await other.getByRole('searchbox').press('Enter');
    await expect(other.locator('tbody tr')).toHaveCount(1);
    await expect(row).toContainText('Liberado');
    await expect(row).toContainText('Manual');
    await expect(row).toContainText('20/05/2031');
  });

  await test.step('the member sees it without a new page', async () => {
    await page.getByRole('button', { name: 'Verificar acesso' }).click();
    const link = page.getByRole('link', { name: /Abrir os cursos/ });
    await expect(link).toHaveAttribute('href', courses);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByText('Acesso liberado até 20/05/2031')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('a manual grant is changed and ended after a question', async () => {
    await row.getByRole('button', { name: `Consultar Hotmart: ${member}` }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Consultar' }).click();
    await expect(other.getByText('Esta instalação não está ligada à plataforma de cursos.')).toBeVisible();
    await row.getByRole('button', { name: `Encerrar: ${member}` }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Encerrar acesso' }).click();
    await expect(row).toContainText('Encerrado manualmente');
    await other.getByLabel('Estado').selectOption('Com acesso');
    await expect(other.getByRole('heading', { name: 'Nenhum acesso encontrado' })).toBeVisible();
    await other.goto('/admin/auditoria');
    // The hidden filter has the same text.
    await expect(other.getByText('Acesso a cursos alterado').filter({ visible: true }).first()).toBeVisible();
  });

  await test.step('the member has lost it', async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: /Solicitar acesso/ })).toBeVisible();
  });
});

test('a failing server leaves the card usable and says so', async ({ page, server, complaints }) => {
  await page.route('**/functions/v1/validate-hotmart-access', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"hasAccess":false,"stale":true}' }),
  );
  await openDashboard(server, page, 'sem-resposta@membro.test');
  await expect(page.getByText('A plataforma não respondeu.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Solicitar acesso/ })).toBeVisible();
  await page.unroute('**/functions/v1/validate-hotmart-access');
  await page.route('**/functions/v1/validate-hotmart-access', (route) => route.abort());
  await page.getByRole('button', { name: 'Verificar acesso' }).click();
  await expect(page.getByText('Erro ao verificar o acesso')).toBeVisible();
  await expectComplaints(complaints, /validate-hotmart-access|access to the courses|Failed to load resource|fetch/i);
});
