/** Moderation as a member who reports, an author, a moderator and an administrator see it. */
import { demoPassword, fillLogin, LOGIN, openSignedIn, rowsOf } from './accounts.ts';
import { ANA, anaAndRui, article, openCommunity, post, publish, RUI, untilFollowed, untilLive } from './community.ts';
import { expect, expectComplaints, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

const MODERATOR = 'moderadora@demo.test';
const ADMIN = 'admin@demo.test';

test('a moderator signs in and is in the moderation', async ({ page }) => {
  await page.goto(LOGIN);
  await fillLogin(page, MODERATOR, demoPassword);
  await expect(page).toHaveURL('/membros/moderacao');
  await page.goto(LOGIN);
  await page.getByRole('link', { name: 'Abrir moderação' }).click();
  await expect(page).toHaveURL('/membros/moderacao');
});

test('a report ends in a decision, an appeal and its answer', async ({ page, other, server }) => {
  const { rui } = await anaAndRui(server);
  const title = `Oferta imperdível ${crypto.randomUUID().slice(0, 8)}`;
  const id = await post(server, { title, author: rui, content: 'Compre agora.' });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await page.getByRole('button', { name: 'Ações da publicação' }).click();
  await page.getByRole('menuitem', { name: 'Denunciar' }).click();
  const report = page.getByRole('dialog', { name: 'Denunciar esta publicação' });
  await report.getByRole('combobox', { name: 'Motivo' }).selectOption({ label: 'Propaganda ou spam' });
  await report.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(page.getByText(/^Protocolo \S+\. Avisamos você/)).toBeVisible();

  await openSignedIn(other, MODERATOR, '/membros/moderacao');
  const found = article(other, title);
  await expect(found.getByText('1 denúncia')).toBeVisible();
  await expect(found.getByText('Compre agora.')).toBeVisible();
  await expectWholeOnEveryScreen(other);
  await found.focus();
  // As with Caps Lock.
  await other.keyboard.press('O');
  const ruling = other.getByRole('dialog', { name: 'Ocultar' });
  await ruling.getByRole('button', { name: 'Ocultar' }).click();
  await expect(ruling.getByText('Escreva o motivo.')).toBeVisible();
  await ruling.getByRole('textbox', { name: 'Motivo' }).fill('Aqui não se vende.');
  await ruling.getByRole('button', { name: 'Ocultar' }).click();
  await expect(found).toHaveCount(0);

  await openCommunity(page, RUI, '/membros/denuncias');
  await expect(page.getByText('Aqui não se vende.')).toBeVisible();
  await page.getByRole('button', { name: 'Recorrer' }).click();
  const appeal = page.getByRole('dialog', { name: 'Recorrer da decisão' });
  await appeal.getByRole('textbox').fill('Era um exemplo de anúncio.');
  await appeal.getByRole('button', { name: 'Enviar recurso' }).click();
  await expect(page.getByText('Recurso em análise por outra pessoa da equipe.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recorrer' })).toHaveCount(0);
  await untilFollowed(page);

  await other.reload();
  await other.getByRole('tab', { name: 'Recursos' }).click();
  await expect(
    article(other, 'Era um exemplo de anúncio.').getByText(
      'A decisão foi sua. Outra pessoa da equipe julga o recurso.',
    ),
  ).toBeVisible();
  await openSignedIn(other, ADMIN, '/membros/moderacao');
  await other.getByRole('tab', { name: 'Recursos' }).click();
  await article(other, 'Era um exemplo de anúncio.').getByRole('button', { name: 'Rever a decisão' }).click();
  const answer = other.getByRole('dialog', { name: 'Rever a decisão' });
  await answer.getByRole('textbox', { name: 'Resposta' }).fill('Vale como exemplo.');
  await answer.getByRole('button', { name: 'Rever' }).click();
  await expect(other.getByText('Recurso decidido.')).toBeVisible();
  await expect(page.getByText('Decisão revista: Vale como exemplo.')).toBeVisible();
});

test('a silenced member is notified at once and cannot post', async ({ page, other, server, complaints }) => {
  const { rui } = await anaAndRui(server);
  const title = `Texto grosseiro ${crypto.randomUUID().slice(0, 8)}`;
  const id = await post(server, { title, author: rui });
  await openCommunity(page, RUI);
  await untilLive(page);
  await openSignedIn(other, MODERATOR, `/membros/publicacao/${id}`);
  await other.getByRole('button', { name: 'Ações da publicação' }).click();
  await other.getByRole('menuitem', { name: 'Denunciar' }).click();
  const report = other.getByRole('dialog', { name: 'Denunciar esta publicação' });
  await report.getByRole('combobox', { name: 'Motivo' }).selectOption({ label: 'Ofensa ou discriminação' });
  await report.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(other.getByText('Denúncia enviada.')).toBeVisible();
  await openSignedIn(other, ADMIN, '/membros/moderacao');
  await article(other, title).getByRole('button', { name: 'Silenciar' }).click();
  const ruling = other.getByRole('dialog', { name: 'Silenciar' });
  await ruling.getByRole('textbox', { name: 'Motivo' }).fill('Sem respeito não há conversa.');
  await ruling.getByRole('button', { name: 'Silenciar' }).click();
  await expect(other.getByText('A pessoa foi silenciada.')).toBeVisible();
  await expect(page.getByText(/^Você está em silêncio até /)).toBeVisible();
  await publish(page, 'Mesmo assim', 'Um texto.');
  await expect(page.getByText('Não enviado')).toBeVisible();
  expect(await rowsOf(server, 'community_posts', 'title=eq.Mesmo assim')).toEqual([]);
  await expectComplaints(complaints, /status of 400|could not be sent/);
});

test('moderation is closed to members', async ({ page, server }) => {
  await anaAndRui(server);
  await openSignedIn(page, ANA, '/membros/moderacao');
  await expect(page).toHaveURL('/membros/comunidade');
  await expect(page.getByRole('heading', { name: 'Moderação' })).toHaveCount(0);
});

test('people outside report with a number', async ({ page, other }) => {
  await page.goto('/contato/denuncia');
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Nome' }).fill('Clara Dias');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('clara@exemplo.com.br');
  await page.getByRole('textbox', { name: 'Onde está' }).fill('Canal geral');
  await page.getByRole('combobox', { name: 'Motivo' }).selectOption({ label: 'Dados pessoais de alguém' });
  await page.getByRole('textbox', { name: 'O que aconteceu' }).fill('Publicaram o meu telefone.');
  await page.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(page.getByText('Protocolo', { exact: true })).toBeVisible();
  await openSignedIn(other, MODERATOR, '/membros/moderacao');
  await expect(other.getByText('Publicaram o meu telefone.').first()).toBeVisible();
});
