/** Mentions while writing, and the search over what members wrote. */
import { rowsOf } from './accounts.ts';
import {
  ANA,
  anaAndRui,
  article,
  insert,
  markdownComment,
  openCommunity,
  post,
  RUI,
  writeMarkdown,
} from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

test('a member is mentioned by keyboard and gets a notice', async ({ page, other, server }) => {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title: `Quem decide isto?`, author: ana });
  await openCommunity(other, RUI, '/membros/avisos');
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  const field = await markdownComment(page);
  await field.pressSequentially('Pergunto a @conc');
  const option = page.getByRole('option', { name: 'Rui Conceição' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectWholeOnEveryScreen(page);
  await field.press('Enter');
  await expect(field).toHaveValue(/^Pergunto a \[@Rui Conceição\]\(\/membros\/membro\/[0-9a-f-]{36}\) $/);
  await field.press('Control+Enter');
  const mention = page.getByRole('link', { name: '@Rui Conceição' });
  await expect(mention).toHaveAttribute('href', /^\/membros\/membro\//);
  await expect(other.getByText('Ana Prado mencionou você em').first()).toBeVisible();
});

test('the list closes with Escape, and is chosen by touch', async ({ page, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA);
  await writeMarkdown(page, '');
  const field = page.getByRole('textbox', { name: 'Conteúdo' });
  await field.pressSequentially('@ru');
  const option = page.getByRole('option', { name: 'Rui Conceição' });
  await expect(option).toBeVisible();
  await field.press('Escape');
  await expect(option).toHaveCount(0);
  await field.press('Space');
  await field.pressSequentially('@Rui');
  await option.click();
  await expect(field).toHaveValue(/\[@Rui Conceição\]/);
  await expect(field).toBeFocused();
});

test('a mention without access is said before sending', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  await insert(server, 'channels', { id: 'reservado', name: 'reservado', is_private: true, created_by: ana });
  await insert(server, 'channel_members', { channel_id: 'reservado', user_id: ana });
  await openCommunity(page, ANA, '/membros/comunidade?canal=reservado');
  await writeMarkdown(page, 'Entre nós');
  const field = page.getByRole('textbox', { name: 'Conteúdo' });
  await field.pressSequentially('@rui');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('option', { name: 'Rui Conceição' })).toHaveCount(0);
  await field.fill(`[@Rui Conceição](/membros/membro/${rui}) deve saber.`);
  await page.getByRole('button', { name: 'Publicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Menção sem acesso' });
  await expect(dialog).toContainText('Rui Conceição não tem acesso a este canal');
  await dialog.getByRole('button', { name: 'Voltar ao texto' }).click();
  await expect(field).toHaveValue(/deve saber/);
  await page.getByRole('button', { name: 'Publicar' }).click();
  await dialog.getByRole('button', { name: 'Enviar assim mesmo' }).click();
  await expect(article(page, 'Entre nós')).toBeVisible();
  // The page shows the post before the server has it.
  const posts = () => rowsOf(server, 'community_posts', 'select=id&channel_id=eq.reservado');
  await expect.poll(posts).toHaveLength(1);
  const [sent] = await posts();
  expect(await rowsOf(server, 'notices', `user_id=eq.${rui}&post_id=eq.${sent?.id}`)).toHaveLength(0);
});

test('posts and comments are found without accents', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Sucessão', author: rui, content: 'Preparar a **transição** com calma.' });
  await insert(server, 'community_comments', { post_id: id, author_id: ana, content: 'A transição levou um ano.' });
  await insert(server, 'channels', { id: `oculto-${id}`, name: `oculto-${id}`, is_private: true, created_by: rui });
  await post(server, { title: 'Transição em segredo', author: rui, channel: `oculto-${id}` });
  await openCommunity(page, ANA);
  const box = page.getByRole('searchbox', { name: 'Buscar na comunidade' });
  await box.fill('transicao');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/membros\/busca\?busca=transicao$/);
  const found = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Sucessão' }) });
  await expect(found.first().locator('mark')).toHaveText('transição');
  await expect(page.getByText('Transição em segredo')).toHaveCount(0);
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: 'Comentários' }).click();
  await expect(page.getByText('levou um ano.').first()).toBeVisible();
  await page.getByRole('link', { name: 'Sucessão' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sucessão' })).toBeVisible();
  await page.goBack();
  await page.getByRole('searchbox').fill('palavra-que-ninguem-escreveu');
  await expect(page.getByText('Nada encontrado.')).toBeVisible();
});

test('a deleted post is not found any more', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title: 'Para apagar depressa', author: ana });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await page.getByRole('button', { name: 'Ações da publicação' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('heading', { name: 'Publicação removida pelo autor' })).toBeVisible();
  await page.goto('/membros/busca?busca=apagar%20depressa');
  await expect(page.getByText('Nada encontrado.')).toBeVisible();
});
