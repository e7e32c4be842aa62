/** Reminders of the study plan: asked for in the settings, ended by the link of an email. */
import { openSignedIn, rowsOf } from './accounts.ts';
import { ANA, member } from './community.ts';
import { giveReminderToken } from './database.ts';
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';

test.use({ ownServer: true });

test('an email link ends reminders without signing in', async ({ page, plain, server }) => {
  const ana = await member(server, ANA, 'Ana Prado');
  const reminds = async () =>
    (await rowsOf(server, 'learning_settings', `select=reminds&user_id=eq.${ana}`)).map((row) => row.reminds);
  await openSignedIn(page, ANA, '/membros/aprendizagem/configuracoes');
  await page.getByRole('switch', { name: 'Lembretes do plano de estudo' }).click();
  await expect.poll(reminds).toEqual([true]);
  const token = `token-${crypto.randomUUID()}`;
  giveReminderToken(server, ana, token);
  // Opening the link changes nothing: mail scanners open every link.
  await page.goto(`/avisos/estudo/${token}`);
  await expectAccessibleInBothSchemes(page);
  expect(await reminds()).toEqual([true]);
  await page.getByRole('button', { name: 'Desligar os lembretes' }).click();
  await expect(page.getByRole('heading', { name: 'Lembretes desligados' })).toBeVisible();
  expect(await reminds()).toEqual([false]);

  await openSignedIn(page, ANA, '/membros/aprendizagem/configuracoes');
  await page.getByRole('switch', { name: 'Lembretes do plano de estudo' }).click();
  await expect.poll(reminds).toEqual([true]);
  await plain.goto(`${server.url}/avisos/estudo/${token}`);
  await plain.getByRole('button', { name: 'Desligar os lembretes' }).click();
  await expect.poll(reminds).toEqual([false]);
  // As a mail program does by its own button.
  const answer = await page.request.post(`/avisos/estudo/${token}`, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(answer.ok()).toBe(true);
});
