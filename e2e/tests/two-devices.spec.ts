/** One person on two devices: changes on one are seen on the other. */
import { chosen, openSignedIn } from './accounts.ts';
import { comeBack, openCheckout } from './checkout.ts';
import { expect, test } from './fixtures.ts';

test('payments on one device are seen on the other', async ({ page, server, other }) => {
  const email = await openCheckout(server, page, 'Update');
  await openSignedIn(other, email, '/membros/apresentacao', { password: chosen });
  await expect(other.getByText('Esta conta ainda não tem assinatura.')).toBeVisible();
  // Marks the loaded document, to notice a reload.
  await other.evaluate(() => Object.assign(window, { sameDocument: true }));

  await page.getByRole('button', { name: 'Assinar e pagar' }).click();
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible();
  await comeBack(other);
  await other.getByRole('link', { name: 'Ir para a área de membros' }).click();
  await expect(other.getByText('Assinatura ativa')).toBeVisible();
  await other.getByRole('link', { name: 'Gerenciar assinatura' }).click();
  await expect(other.getByText('Ativa', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Plano e recibos' }).click();
  await page.getByRole('button', { name: 'Cancelar assinatura' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar assinatura' }).click();
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();
  await comeBack(other);
  await expect(other.getByText('Cancelada', { exact: true })).toBeVisible();
  await other.goBack();
  await expect(other.getByText('Assinatura ativa'), 'what was paid for is kept').toBeVisible();

  await page.getByRole('button', { name: 'Pedir devolução' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar e devolver' }).click();
  await expect(page.getByText('Devolvida', { exact: true })).toBeVisible();
  await expect(page.getByText(/depende do emissor/)).toBeVisible();
  await comeBack(other);
  await expect(other, 'the members area closes').toHaveURL('/membros/apresentacao');
  expect(await other.evaluate(() => 'sameDocument' in window)).toBe(true);
});
