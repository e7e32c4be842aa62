/** Notices as the person who gets them sees them: live, in two windows. */
import { rowsOf } from './accounts.ts';
import { ANA, anaAndRui, article, openCommunity, post, RUI } from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

test('a comment notifies the author of the post until it is read', async ({ page, other, server }) => {
  const { ana } = await anaAndRui(server);
  const title = `Metas do mês ${crypto.randomUUID().slice(0, 8)}`;
  const id = await post(server, { title, author: ana });
  await openCommunity(page, ANA, '/membros/avisos');
  await expect(page.getByRole('link', { name: /^Avisos/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await openCommunity(other, RUI, `/membros/publicacao/${id}`);
  await other.getByRole('textbox', { name: 'Seu comentário' }).fill('Três bastam.');
  await other.getByRole('button', { name: 'Comentar' }).click();
  await expect(article(other, 'Três bastam.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Avisos: \d+ novos?$/ })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText('Rui Conceição');
  await expect(row).toContainText('novo');
  await expectWholeOnEveryScreen(page);
  await row.getByRole('link').first().click();
  await expect(article(page, 'Três bastam.')).toBeVisible();
  await page.goto('/membros/avisos');
  await expect(page.getByRole('listitem').filter({ hasText: title })).not.toContainText('novo');
});

test('a silenced post sends its author no notices', async ({ page, other, server }) => {
  const { ana } = await anaAndRui(server);
  const title = `Conversa longa ${crypto.randomUUID().slice(0, 8)}`;
  const id = await post(server, { title, author: ana });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await page.getByRole('button', { name: /^Avisos: .*esta publicação/ }).click();
  await page.getByRole('menuitemradio', { name: /^Silenciar/ }).click();
  await expect(page.getByRole('button', { name: /^Avisos: silenc/ })).toBeVisible();
  await openCommunity(other, RUI, `/membros/publicacao/${id}`);
  await other.getByRole('textbox', { name: 'Seu comentário' }).fill('Mais uma ideia.');
  await other.getByRole('button', { name: 'Comentar' }).click();
  await expect(article(other, 'Mais uma ideia.')).toBeVisible();
  expect(await rowsOf(server, 'notices', `post_id=eq.${id}&user_id=eq.${ana}`)).toEqual([]);
});
