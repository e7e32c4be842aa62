/** Notices: the bell, levels, the preferences, and the links of their emails. */
import { openSignedIn, rowsOf } from './accounts.ts';
import { ANA, anaAndRui, markdownComment, openCommunity, post, RUI, remove, untilLive } from './community.ts';
import { giveNoticeToken } from './database.ts';
import { expect, expectAccessibleInBothSchemes, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

const bell = (name: string) => ({ name, exact: true });

test('a mention appears on the bell at once, and reading clears it', async ({ page, other, browser, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Pauta de segunda', author: ana });
  await openCommunity(other, RUI);
  await untilLive(other);
  await expect(other.getByRole('link', bell('Avisos'))).toBeVisible();
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  const mention = `[@Rui Conceição](/membros/membro/${rui}) o que acha?`;
  await (await markdownComment(page)).fill(mention);
  await page.getByRole('button', { name: 'Comentar', exact: true }).click();
  await expect(other.getByRole('link', bell('Avisos: 1 novo'))).toBeVisible();
  const window = await browser.newPage({ baseURL: server.url });
  await openCommunity(window, RUI);
  await expect(window.getByRole('link', bell('Avisos: 1 novo'))).toBeVisible();
  await other.getByRole('link', bell('Avisos: 1 novo')).click();
  const notice = other.getByRole('link', { name: /Ana Prado mencionou você em Pauta de segunda/ });
  await expect(notice).toContainText('porque o texto menciona você');
  await expectAccessibleInBothSchemes(other);
  await notice.click();
  await expect(other.getByRole('heading', { name: 'Pauta de segunda' })).toBeVisible();
  await expect(other.getByRole('link', bell('Avisos'))).toBeVisible();
  // Without a reload.
  await expect(window.getByRole('link', bell('Avisos'))).toBeVisible();
});

test('the settings list a silenced post until its level is reset', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Assunto que não interessa', author: ana });
  await openCommunity(page, RUI, `/membros/publicacao/${id}`);
  await page.getByRole('button', { name: 'Avisos: como no canal (esta publicação)' }).click();
  await page.getByRole('menuitemradio', { name: /^Silenciar/ }).click();
  await expect(page.getByRole('button', { name: 'Avisos: silenciar (esta publicação)' })).toBeVisible();
  const states = () => rowsOf(server, 'post_states', `select=level&user_id=eq.${rui}&post_id=eq.${id}`);
  await expect.poll(states).toEqual([{ level: 'silenciar' }]);
  await openSignedIn(page, RUI, '/membros/configuracoes#avisos');
  const levels = page.getByRole('region', { name: 'Canais e publicações' });
  await expect(levels.getByRole('link', { name: 'Assunto que não interessa' })).toBeVisible();
  await page.getByRole('combobox', { name: 'E-mails com os seus avisos' }).selectOption('Uma vez por dia');
  const periods = () => rowsOf(server, 'notification_preferences', `select=email_period&user_id=eq.${rui}`);
  await expect.poll(periods).toEqual([{ email_period: 'dia' }]);
  await levels.getByRole('button', { name: /^Avisos: .*Assunto que não interessa/ }).click();
  await page.getByRole('menuitemradio', { name: /^Como no canal/ }).click();
  await expect(levels.getByRole('link', { name: 'Assunto que não interessa' })).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
});

test('the link of an email changes its period without signing in', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  await remove(server, 'notification_preferences', `user_id=eq.${ana}`);
  const token = `token-${crypto.randomUUID()}`;
  giveNoticeToken(server, ana, token);
  const periods = () =>
    rowsOf(server, 'notification_preferences', `select=email_period,summary_period&user_id=eq.${ana}`);
  await page.goto(`/avisos/${token}`);
  await expectAccessibleInBothSchemes(page);
  await expect.poll(periods).toEqual([]);
  await page.getByRole('combobox', { name: 'E-mails com os seus avisos' }).selectOption('A cada 3 horas');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { name: 'Frequência alterada' })).toBeVisible();
  expect(await periods()).toEqual([{ email_period: '3h', summary_period: 'semana' }]);
  // As a mail program does by its own button.
  const answer = await page.request.post(`/avisos/sair/${token}`, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(answer.ok()).toBe(true);
  expect(await periods()).toEqual([{ email_period: 'nunca', summary_period: 'nunca' }]);
});

test('the links of an email work without scripts', async ({ plain, server }) => {
  const { ana } = await anaAndRui(server);
  await remove(server, 'notification_preferences', `user_id=eq.${ana}`);
  const token = `token-${crypto.randomUUID()}`;
  giveNoticeToken(server, ana, token);
  const periods = () =>
    rowsOf(server, 'notification_preferences', `select=email_period,summary_period&user_id=eq.${ana}`);
  await plain.goto(`${server.url}/avisos/${token}`);
  await plain.getByRole('combobox', { name: 'E-mails com os seus avisos' }).selectOption('Uma vez por dia');
  await plain.getByRole('button', { name: 'Salvar' }).click();
  await expect(plain.getByRole('heading', { name: 'Frequência alterada' })).toBeVisible();
  expect(await periods()).toEqual([{ email_period: 'dia', summary_period: 'semana' }]);
  await plain.goto(`${server.url}/avisos/sair/${token}`);
  await plain.getByRole('button', { name: 'Desligar os e-mails' }).click();
  await expect(plain.getByRole('button', { name: 'Desligar os e-mails' })).toBeHidden();
  expect(await periods()).toEqual([{ email_period: 'nunca', summary_period: 'nunca' }]);
});

test('the dashboard shows a new post and marks its tile', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  await openSignedIn(page, RUI, '/membros');
  const title = `Fechamento do mês ${crypto.randomUUID().slice(0, 8)}`;
  await post(server, { title, author: ana });
  await page.reload();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  const tiles = page.getByRole('navigation', { name: 'Acesso rápido' });
  await expect(tiles.getByRole('link', { name: /Comunidade/ })).toContainText(/publicaç(ão nova|ões novas)/);
  await expectWholeOnEveryScreen(page);
});
