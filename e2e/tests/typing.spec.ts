/** Text typed while the code of an editor is on its way stands in the field letter by letter. */
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { rowsOf } from './accounts.ts';
import { ANA, anaAndRui, article, insert, openCommunity, post } from './community.ts';
import { expect, openAsAdmin, test } from './fixtures.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

const TEXT = 'Tenho sete pessoas, e a decisão é hoje.';

/** Milliseconds between keys, and how late the editor's code is. */
const PACES: readonly [key: number, late: number][] = [
  [40, 300],
  [60, 700],
  [110, 1_500],
];

/** The editor's code comes late, to a busy machine. */
async function slowDown(page: Page, late: number): Promise<void> {
  await page.unrouteAll();
  await page.route(/\/assets\/(visual|rich-editor)-[^/]*\.js$/, async (route) => {
    await setTimeout(late);
    // Without effect where the page was left meanwhile.
    await route.continue().catch(() => undefined);
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Types as soon as the field has the focus, and expects what it holds then. */
async function type(page: Page, field: Locator, key: number, expected = TEXT): Promise<void> {
  await page.keyboard.type(TEXT, { delay: key });
  const held = () =>
    field.evaluate((one: HTMLElement) => (one instanceof HTMLTextAreaElement ? one.value : one.innerText));
  await expect.poll(held).toBe(expected);
}

/** A topic by Ana with a comment by her. */
async function topic(server: Server, title: string): Promise<string> {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title, author: ana, channel: '6', content: 'Começo. ' });
  await insert(server, 'community_comments', { post_id: id, author_id: ana, content: 'Começo.' });
  return id;
}

for (const [key, late] of PACES) {
  const pace = `${key} ms a key`;

  test(`a post keeps each letter in its place at ${pace}`, async ({ page, server }) => {
    await anaAndRui(server);
    await slowDown(page, late);
    await openCommunity(page, ANA, '/membros/comunidade?canal=4');
    await page.getByRole('textbox', { name: 'Título' }).click();
    await page.keyboard.type(pace, { delay: key });
    const content = page.getByRole('textbox', { name: 'Conteúdo' });
    await content.click();
    await type(page, content, key);
    // The same text twice is refused.
    await page.keyboard.type(` ${key}`);
    await page.keyboard.press('Control+Enter');
    await expect(article(page, pace)).toContainText(TEXT);
  });

  test(`comment and answer keep each letter at ${pace}`, async ({ page, server }) => {
    const id = await topic(server, `Para responder, ${pace}`);
    await slowDown(page, late);
    await openCommunity(page, ANA, `/membros/publicacao/${id}`);
    const comment = page.getByRole('textbox', { name: 'Sua resposta' });
    await comment.click();
    await type(page, comment, key);

    await page.reload();
    await page.getByRole('button', { name: 'Responder a Ana Prado' }).click();
    const answer = page.getByRole('listitem').getByRole('textbox', { name: 'Sua resposta' });
    await expect(answer).toBeFocused();
    await type(page, answer, key);
  });

  test(`edits keep each letter in its place at ${pace}`, async ({ page, server }) => {
    const id = await topic(server, `Para editar, ${pace}`);
    await slowDown(page, late);
    await openCommunity(page, ANA, `/membros/publicacao/${id}`);
    await article(page, 'Começo.').last().getByRole('button', { name: 'Ações do comentário' }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const comment = page.getByRole('textbox', { name: 'Comentário', exact: true });
    await expect(comment).toBeFocused();
    await type(page, comment, key, `Começo.${TEXT}`);
    await page.keyboard.press('Control+Enter');
    await expect(article(page, `Começo.${TEXT}`)).toBeVisible();

    await page.reload();
    await page.getByRole('button', { name: 'Ações da publicação' }).click();
    await page.getByRole('menuitem', { name: 'Editar' }).click();
    const content = page.getByRole('textbox', { name: 'Conteúdo' });
    await content.focus();
    await type(page, content, key, `Começo.${TEXT}`);
    await page.keyboard.press('Control+Enter');
    const posts = () => rowsOf(server, 'community_posts', `select=content&id=eq.${id}`);
    await expect.poll(posts).toEqual([{ content: `Começo.${TEXT}` }]);
  });

  test(`an article keeps each letter in its place at ${pace}`, async ({ page }) => {
    await slowDown(page, late);
    await openAsAdmin(page, '/admin/conteudos/novo');
    const field = page.getByRole('textbox', { name: 'Texto do artigo (corpo)' });
    await field.click();
    await type(page, field, key);
    // The first save gives the content an address of its own.
    await expect(page).toHaveURL(/\/admin\/conteudos\/[0-9a-f-]{36}$/);
    await expect(field).toBeFocused();
    await type(page, field, key, TEXT + TEXT);
  });
}
