/** The panel's automated sequences: switches, the people in them and the preview; and a person's own choice. */
import type { Page } from '@playwright/test';
import { openSignedIn, SETTINGS } from './accounts.ts';
import { emailTo } from './emails.ts';
import {
  closeToasts,
  expect,
  expectRefusal,
  expectWholeOnEveryScreen,
  openAsAdmin,
  openHydrated,
  test,
} from './fixtures.ts';

test.use({ ownServer: true });

const READER = 'leitora-nova@exemplo.com.br';

const part = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('a sequence is switched on, gets its reader and is previewed', async ({ page, complaints }) => {
  await openAsAdmin(page, '/admin/cartas?parte=sequencias');
  const welcome = part(page, 'Boas-vindas à carta');
  await test.step('all sequences are off at first', async () => {
    await expect(page.getByRole('switch')).toHaveCount(6);
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(0);
    await expect(welcome.getByText('Depois de 1 dia')).toBeVisible();
    await expectWholeOnEveryScreen(page);
  });
  await test.step('a switch turns one on', async () => {
    await welcome.getByRole('switch').click();
    await expect(page.getByText('A sequência está ligada')).toBeVisible();
    await expect(welcome.getByRole('switch', { name: 'Ligada' })).toBeChecked();
    await closeToasts(page);
  });
  await test.step('a new reader enters it', async () => {
    await openHydrated(page, '/');
    await page.getByLabel('Seu e-mail').fill(READER);
    await page.getByRole('button', { name: 'Receber a carta' }).click();
    await emailTo(page.request, READER);
    await page.goto('/admin/cartas?parte=sequencias');
    await expect(welcome.getByText('Nela agora').locator('..')).toContainText('1');
    await welcome.getByRole('link', { name: /Ver as pessoas/ }).click();
    await expect(page.getByRole('heading', { name: 'Boas-vindas à carta' })).toBeVisible();
    await expect(page.getByText(READER)).toBeVisible();
    await expect(page.getByRole('table').getByText('Em curso')).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await page.getByRole('link', { name: 'Sequências' }).last().click();
  });
  const rehearsal = part(page, 'Ensaio');
  await test.step('the preview of a stranger is refused', async () => {
    await rehearsal.getByLabel('E-mail da pessoa').fill('ninguem@exemplo.com.br');
    await rehearsal.getByRole('button', { name: 'Ensaiar' }).click();
    await expect(rehearsal.getByText('Ninguém tem uma conta ou uma inscrição com este endereço.')).toBeVisible();
    await expectRefusal(complaints, 404);
  });
  await test.step('the preview lists the steps of a reader by day', async () => {
    await rehearsal.getByLabel('E-mail da pessoa').fill(READER);
    await rehearsal.getByRole('button', { name: 'Ensaiar' }).click();
    await expect(rehearsal.getByText('Está nela agora')).toBeVisible();
    await expect(rehearsal.getByText(/^Daqui a 8 dias/)).toBeVisible();
    await expect(rehearsal.getByText(/Não entra: não tem conta/).first()).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await rehearsal.getByRole('button', { name: 'Ver o e-mail Por onde começar a ler' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Por onde começar a ler').first()).toBeVisible();
    await expect(dialog.frameLocator('iframe').getByText('A carta chega uma vez por semana.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Fechar' }).click();
  });
});

test('a person ends and renews the emails of a purpose', async ({ page }) => {
  await openSignedIn(page, 'membro@demo.test', SETTINGS);
  const tips = page.getByRole('switch', { name: 'Dicas sobre a assinatura' });
  await expect(tips).toBeChecked();
  const saved = page.waitForResponse('**/functions/v1/choose-emails');
  await tips.click();
  await saved;
  await page.reload();
  await expect(tips).not.toBeChecked();
  const renewed = page.waitForResponse('**/functions/v1/choose-emails');
  await tips.click();
  await renewed;
  await page.reload();
  await expect(tips).toBeChecked();
  await expect(page.getByText(/porque você pediu/)).toBeVisible();
});
