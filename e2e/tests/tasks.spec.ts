import { expect, expectAccessibleInBothSchemes, openAsAdmin, test } from './fixtures.ts';

test('tasks in order are folded; a routine is run at once', async ({ page }) => {
  await openAsAdmin(page, '/admin/tarefas');
  const row = page.locator('tbody tr', { hasText: 'Limpar contagens de tentativas' });
  await expect(page.getByText(/^\d+ tarefas programadas$/)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByText(/^\d+ tarefas programadas$/).click();
  await expect(row.getByText('Programada')).toBeVisible();
  await page.getByText(/^\d+ filas em dia$/).click();
  await page.getByRole('link', { name: 'Rotinas' }).click();
  await expect(row.getByText(/Próxima execução: \d{2}\/\d{2}\/\d{4} 03:\d{2}/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await row.getByRole('button', { name: 'Executar agora' }).click();
  await expect(page.getByText('A tarefa será repetida agora.')).toBeVisible();
  await page.getByLabel('Situação').selectOption('Falhou');
  await expect(page.getByRole('heading', { name: 'Nenhuma tarefa encontrada' })).toBeVisible();
  await page.goto('/admin/auditoria');
  await expect(page.locator('ol > li').getByText('Tarefa repetida')).toBeVisible();
});
