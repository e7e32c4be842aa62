import { readFile } from 'node:fs/promises';
import { expect, expectAccessibleInBothSchemes, openAsAdmin, test } from './fixtures.ts';

test('the waiting list is searched and downloaded', async ({ page, request }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  const rows = [
    { name: 'Marta Lemos', email: 'marta@lista.test', company: 'Padaria, "Sol" (matriz)', size: 'Até 9' },
    { name: 'Nilo Prado', email: 'nilo@lista.test', company: '=1+1', size: '50 a 200' },
  ];
  for (const data of rows) {
    const stored = await request.post('/rest/v1/waitlist_entries', { headers: { apikey: anonKey }, data });
    expect(stored.status()).toBe(201);
  }

  await openAsAdmin(page, '/admin/lista-de-espera');
  const table = page.locator('tbody tr');
  await expect(table.filter({ hasText: 'Marta Lemos' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('searchbox').fill('"Sol" (MATRIZ');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page).toHaveURL(/busca=/);
  await expect(table).toHaveCount(1);
  await expect(table).toContainText('marta@lista.test');

  await page.goto('/admin/lista-de-espera?pessoas=50+a+200&busca=nilo');
  await expect(table).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^lista-de-espera-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).replace(/\r\n$/, '').split('\r\n');
  expect(lines).toEqual([
    '\uFEFFNome;E-mail;Empresa;Pessoas na empresa;Desde',
    expect.stringMatching(/^Nilo Prado;nilo@lista\.test;'=1\+1;50 a 200;\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/),
  ]);
  await page.goto('/admin/lista-de-espera?busca=nobody');
  await expect(page.getByRole('heading', { name: 'Ninguém encontrado' })).toBeVisible();
});
