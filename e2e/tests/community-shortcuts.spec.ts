/** Keyboard shortcuts of community, forum and posts. */
import type { Page } from '@playwright/test';
import { ANA, anaAndRui, article, insert, openCommunity, post } from './community.ts';
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';

test.use({ ownServer: true });

test('shortcuts move, open, like, reply, search and write', async ({ page, server }) => {
  const { rui } = await anaAndRui(server);
  await insert(server, 'channels', { id: 'teclas', name: 'teclas' });
  const first = await post(server, { title: 'A primeira da lista', author: rui, channel: 'teclas' });
  await post(server, {
    title: 'A segunda da lista',
    author: rui,
    channel: 'teclas',
    created_at: '2026-01-02T00:00:00Z',
  });
  await insert(server, 'community_comments', { post_id: first, author_id: rui, content: 'Um comentário de Rui.' });
  await openCommunity(page, ANA, '/membros/comunidade?canal=teclas');
  const title = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(title('A segunda da lista')).toBeVisible();

  await page.keyboard.press('j');
  await expect(title('A primeira da lista')).toBeFocused();
  await page.keyboard.press('j');
  await expect(title('A segunda da lista')).toBeFocused();
  await page.keyboard.press('k');
  await expect(title('A primeira da lista')).toBeFocused();
  await page.keyboard.press('l');
  await expect(article(page, 'A primeira da lista').getByRole('button', { name: /^Descurtir/ })).toBeVisible();

  await page.keyboard.press('c');
  await expect(page.getByLabel('Título', { exact: true })).toBeFocused();
  await page.keyboard.type('jk?');
  await expect(page.getByLabel('Título', { exact: true }), 'fields take the keys').toHaveValue('jk?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Título e conteúdo são obrigatórios.')).toBeVisible();
  const empty = page.getByLabel('Título', { exact: true });
  await empty.fill('');
  await expect(page.getByRole('textbox', { name: 'Conteúdo' })).toHaveAttribute('aria-invalid', 'true');
  await expect(empty).toHaveAttribute('aria-invalid', 'true');
  await expect(empty.locator('..'), 'its line, too').toHaveCSS('border-bottom-color', 'rgb(160, 18, 60)');
  await page.getByRole('button', { name: 'Cancelar' }).click();

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await title('A primeira da lista').focus();
  await page.keyboard.press('r');
  await expect(page.getByRole('heading', { level: 1, name: 'A primeira da lista' })).toBeVisible();
  await expect(page.getByLabel('Seu comentário')).toBeFocused();
  await expect(article(page, 'Um comentário de Rui.')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(article(page, 'Um comentário de Rui.')).toBeFocused();
  await page.keyboard.press('l');
  await expect(article(page, 'Um comentário de Rui.').getByRole('button', { name: /^Descurtir/ })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByLabel('Sua resposta')).toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  // Its heading is there before access is known.
  await expect(page.getByRole('button', { name: 'Criar post' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByLabel('Título', { exact: true })).toBeFocused();
});

test('help lists the keys and switches them off', async ({ page, other, server }) => {
  const { rui } = await anaAndRui(server);
  await post(server, { title: 'Uma só', author: rui, channel: '4' });
  await openCommunity(page, ANA, '/membros/comunidade?canal=4');
  const title = page.locator('main a').getByText('Uma só', { exact: true });
  await expect(title).toBeVisible();
  await page.keyboard.press('Shift+?');
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await expect(help.getByText('Próximo')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('j');
  await expect(title, 'keys belong to the dialog').not.toBeFocused();
  const storedBy = (tab: Page) =>
    tab.waitForResponse(
      (answer) => answer.url().includes('/member_preferences') && answer.request().method() === 'POST' && answer.ok(),
    );
  const stored = storedBy(page);
  await help.getByRole('switch', { name: 'Atalhos de uma tecla' }).click();
  await stored;
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('Shift+?');
  await page.keyboard.press('j');
  await expect(title).not.toBeFocused();

  // Another device knows the choice, and takes it back.
  await openCommunity(other, ANA, '/membros/configuracoes#comunidade');
  const setting = other.getByRole('switch', { name: 'Atalhos de uma tecla' });
  await expect(setting).not.toBeChecked();
  // The switch shows the choice before it is stored.
  const storedElsewhere = storedBy(other);
  await setting.click();
  await storedElsewhere;
  await expect(setting).toBeChecked();
  await page.reload();
  await expect(title).toBeVisible();
  await page.keyboard.press('j');
  await expect(title).toBeFocused();
});
