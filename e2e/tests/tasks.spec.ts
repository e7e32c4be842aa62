import { expect, expectAccessibleInBothSchemes, openAsAdmin, test } from './fixtures.ts';

test('an administrator sees what waits and has a task done at once', async ({ page }) => {
  await openAsAdmin(page, '/admin/tarefas');
  await page.getByRole('link', { name: 'Rotinas' }).click();
  const row = page.locator('tbody tr', { hasText: 'Limpar contagens de tentativas' });
  await expect(row.getByText('Aguardando')).toBeVisible();
  await expect(row.getByText(/Próxima execução: \d{2}\/\d{2}\/\d{4} 03:00/)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await row.getByRole('button', { name: 'Executar agora' }).click();
  await expect(page.getByText('A tarefa será repetida agora.')).toBeVisible();
  await page.getByLabel('Situação').selectOption('Falhou');
  await expect(page.getByRole('heading', { name: 'Nenhuma tarefa encontrada' })).toBeVisible();
  await page.goto('/admin/auditoria');
  await expect(page.locator('ol > li').getByText('Tarefa repetida')).toBeVisible();
});
