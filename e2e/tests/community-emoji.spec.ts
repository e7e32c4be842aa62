/** The emoji picker of posts and comments. */
import { ANA, anaAndRui, markdownComment, openCommunity, post } from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

test('an emoji is found by its name and put into the text', async ({ page, server }) => {
  const { rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Com emojis', author: rui, channel: '3' });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && request.url().startsWith('http')) elsewhere.push(request.url());
  });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  const field = await markdownComment(page);
  await field.fill('Antes depois');
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));
  const button = page.getByRole('button', { name: 'Emoji', exact: true });
  await button.click();
  const picker = page.getByRole('dialog', { name: 'Emojis' });
  await expect(picker.getByRole('gridcell').first()).toBeVisible();
  await expectWholeOnEveryScreen(page);
  // Without its accent.
  await picker.getByRole('searchbox', { name: 'Buscar emoji' }).fill('coracao vermelho');
  await picker.getByRole('gridcell', { name: 'Coração vermelho', exact: true }).click();
  await expect(picker).toHaveCount(0);
  await expect(field).toHaveValue(/^Antes ❤️?depois$/u);
  await expect(field).toBeFocused();
  await page.keyboard.type('!');
  await expect(field).toHaveValue(/^Antes ❤️?!depois$/u);

  await field.fill('');
  await button.click();
  await picker.getByRole('searchbox').fill('foguete');
  await expect(picker.getByRole('gridcell').first()).toHaveAccessibleName('Astronauta');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('🧑‍🚀');

  await button.click();
  await picker.getByRole('searchbox').fill('xyzxyz');
  await expect(picker.getByText('Nenhum emoji encontrado.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  expect(elsewhere).toEqual([]);
});
