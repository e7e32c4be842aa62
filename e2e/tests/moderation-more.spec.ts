/** Undoing decisions, blocking members, and the moderators' pages at every width. */
import type { Page } from '@playwright/test';
import { openSignedIn, rowsOf } from './accounts.ts';
import { anaAndRui, article, insert, member, openCommunity, post, publish, RUI, remove, setting } from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

const MODERATOR = 'moderacao@comunidade.test';
const QUEUE = '/membros/moderacao';

async function moderator(server: Server): Promise<void> {
  const id = await member(server, MODERATOR, 'Clara Mediadora');
  const role = { user_id: id, role: 'moderator' };
  const known = await rowsOf(server, 'user_roles', `user_id=eq.${id}&role=eq.moderator`);
  if (known.length === 0) await insert(server, 'user_roles', role);
}

async function openMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function report(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Motivo' }).selectOption('ofensa');
  await dialog.getByRole('textbox', { name: /O que aconteceu/ }).fill('Passou do ponto.');
  await dialog.getByRole('button', { name: 'Enviar denúncia' }).click();
  await expect(page.getByText(/Protocolo DEN-/)).toBeVisible();
}

test('a decision is undone while the bar is shown', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  await moderator(server);
  const id = await post(server, { title: 'Decidida cedo demais', author: ana });
  await openSignedIn(page, MODERATOR, `/membros/publicacao/${id}`);
  await openMenu(page, 'Ações da publicação', 'Denunciar');
  await report(page);
  await page.goto(QUEUE);
  const item = article(page, 'Decidida cedo demais');
  await item.getByRole('button', { name: 'Ocultar' }).click();
  await page.getByRole('textbox', { name: 'Motivo' }).fill('Engano.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ocultar' }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(item).toBeVisible();
});

test('the bar to undo a decision ends with its ten minutes', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  await moderator(server);
  const id = await post(server, { title: 'Decidida e esquecida', author: ana });
  await openSignedIn(page, MODERATOR, `/membros/publicacao/${id}`);
  await openMenu(page, 'Ações da publicação', 'Denunciar');
  await report(page);
  await page.clock.install();
  await page.goto(QUEUE);
  const item = article(page, 'Decidida e esquecida');
  await item.getByRole('button', { name: 'Manter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Manter' }).click();
  const undo = page.getByRole('button', { name: 'Desfazer' });
  await expect(undo).toBeVisible();
  await page.clock.fastForward('09:00');
  await expect(undo).toBeVisible();
  await page.clock.fastForward('01:01');
  await expect(undo).toHaveCount(0);
});

test('a first post waits if pasted, not if typed', async ({ page, server }) => {
  const email = 'recente@comunidade.test';
  const id = await member(server, email, 'Bruna Recente');
  await setting(server, 'newcomer_limits', 'true');
  try {
    await openCommunity(page, email);
    const forgotten = page.waitForResponse(
      (answer) => answer.request().method() === 'DELETE' && answer.url().includes('community_drafts'),
    );
    // On a slow machine the time between the first draft and the post would be that of a typed text.
    const drafts = '**/rest/v1/community_drafts*';
    await page.route(drafts, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 201 }) : route.fallback(),
    );
    await publish(page, 'Colada de uma vez', 'Um texto que não foi digitado.');
    await expect(page.getByText('Seu post aguarda aprovação')).toBeVisible();
    await forgotten;
    await page.unroute(drafts);
    await expect(article(page, 'Colada de uma vez').getByText('Aguardando aprovação')).toBeVisible();
    const [held] = await rowsOf(server, 'community_posts', `select=id&author_id=eq.${id}`);
    await remove(server, 'community_posts', `id=eq.${held?.id}`);
    const draft = { title: 'Digitada com calma', content: 'Um texto que levou um minuto.', sequence: 1 };
    const began = new Date(Date.now() - 60_000).toISOString();
    await insert(server, 'community_drafts', { user_id: id, place: 'post:1', created_at: began, ...draft });
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue(draft.title);
    await page.getByRole('textbox', { name: 'Título' }).focus();
    await page.getByRole('button', { name: 'Publicar' }).click();
    await expect(page.getByText('Post criado com sucesso!')).toBeVisible();
    await expect.poll(() => rowsOf(server, 'community_drafts', `user_id=eq.${id}`)).toEqual([]);
  } finally {
    await setting(server, 'newcomer_limits', 'false');
  }
});

test('blocked members do not see each other', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title: 'Escrita por Ana', author: ana });
  await openSignedIn(page, RUI, `/membros/membro/${ana}`);
  await openMenu(page, 'Ações do perfil', 'Bloquear');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByText('Pessoa bloqueada.')).toBeVisible();
  await page.goto(`/membros/publicacao/${id}`);
  await expect(page.getByRole('heading', { name: 'Publicação não encontrada' })).toBeVisible();
  await page.goto('/membros/denuncias');
  await page.getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page.getByText('Bloqueio desfeito.')).toBeVisible();
  await page.goto(`/membros/publicacao/${id}`);
  await expect(page.getByRole('heading', { name: 'Escrita por Ana' })).toBeVisible();
});

test('a report from outside is numbered, without script too', async ({ page, plain, server }) => {
  const fill = async (window: Page, message: string) => {
    await window.goto(`${server.url}/contato/denuncia`);
    await window.getByRole('textbox', { name: 'Nome' }).fill('Rui Externo');
    await window.getByRole('textbox', { name: 'E-mail', exact: true }).first().fill('externo@exemplo.com.br');
    await window.getByRole('textbox', { name: 'Onde está' }).fill('Uma publicação sobre a minha empresa');
    await window.getByRole('combobox', { name: 'Motivo' }).selectOption('dados_pessoais');
    await window.getByRole('textbox', { name: 'O que aconteceu' }).fill(message);
    await window.getByRole('button', { name: 'Enviar denúncia' }).click();
    await expect(window.getByText(/^DEN-[0-9A-F]{5}-[0-9A-F]{5}$/)).toBeVisible();
  };
  await fill(page, 'Meu telefone aparece no texto.');
  await expectWholeOnEveryScreen(page);
  await fill(plain, 'Meu endereço aparece no texto.');
});

test('the moderators’ pages fit and are accessible', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  await moderator(server);
  const id = await post(server, { title: `Para olhar ${Date.now()}`, author: ana });
  await insert(server, 'community_comments', { post_id: id, author_id: rui, content: 'Um comentário.' });
  await openSignedIn(page, MODERATOR, `/membros/publicacao/${id}`);
  await openMenu(page, 'Ações do comentário', 'Denunciar');
  await report(page);
  for (const [path, heading] of [
    [QUEUE, 'Moderação'],
    [`${QUEUE}?aba=recursos`, 'Moderação'],
    [`${QUEUE}?aba=decididos`, 'Moderação'],
    [`${QUEUE}?aba=palavras`, 'Moderação'],
    ['/membros/denuncias', 'Moderação e bloqueios'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWholeOnEveryScreen(page);
  }
});
