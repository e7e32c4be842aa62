/** People in a channel, and those who are writing. */
import { ANA, anaAndRui, article, commentField, insert, member, openCommunity, post, RUI } from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

const HERE = /pessoas? aqui agora/;

test('a channel shows the members present and writing', async ({ page, other, server }) => {
  const { ana } = await anaAndRui(server);
  await post(server, { title: 'Quem está escrevendo', author: ana, channel: '4' });
  await openCommunity(page, ANA, '/membros/comunidade?canal=4');
  await expect(page.getByRole('heading', { level: 1, name: 'networking' })).toBeVisible();
  await openCommunity(other, RUI, '/membros/comunidade?canal=4');
  await expect(page.getByText('2 pessoas aqui agora')).toBeVisible();
  await expect(other.getByText('2 pessoas aqui agora')).toBeVisible();
  await expectWholeOnEveryScreen(page);

  for (const window of [page, other]) {
    await article(window, 'Quem está escrevendo').getByRole('link', { name: 'Quem está escrevendo' }).click();
    await expect(window.getByLabel('Seu comentário')).toBeVisible();
  }
  const writing = page.getByText('Rui está escrevendo…');
  await (await commentField(other)).pressSequentially('Uma resposta ', { delay: 50 });
  await expect(writing).toBeVisible();
  await expect(other.getByText('escrevendo…')).toHaveCount(0);
  await other.getByRole('button', { name: 'Comentar' }).click();
  await expect(article(page, 'Uma resposta')).toBeVisible();
  await expect(writing).toHaveCount(0);

  // A second window of one person is no second person; who leaves is shown a little longer.
  await openCommunity(other, ANA, '/membros/comunidade?canal=4');
  await page.goto('/membros/comunidade?canal=4');
  await expect(page.getByRole('heading', { level: 1, name: 'networking' })).toBeVisible();
  await expect(page.getByText(HERE)).toHaveCount(0);
});

test('hidden and blocked people are not shown', async ({ page, other, server }) => {
  const { rui } = await anaAndRui(server);
  const carla = await member(server, 'carla.presente@comunidade.test', 'Carla Dias');
  await insert(server, 'member_blocks', { user_id: carla, blocked_id: rui });
  await openCommunity(page, ANA, '/membros/comunidade?canal=2');
  await openCommunity(other, 'carla.presente@comunidade.test', '/membros/comunidade?canal=2');
  await expect(page.getByText('2 pessoas aqui agora')).toBeVisible();
  await page.goto('/membros/configuracoes#comunidade');
  const setting = page.getByRole('switch', { name: 'Mostrar quando estou na comunidade' });
  await setting.click();
  await expect(setting).not.toBeChecked();
  await expect(other.getByText(HERE)).toHaveCount(0);
  await page.goto('/membros/comunidade?canal=2');
  await expect(page.getByText('1 pessoa aqui agora')).toBeVisible();
  await expect(other.getByText(HERE)).toHaveCount(0);

  await openCommunity(page, RUI, '/membros/comunidade?canal=2');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(HERE)).toHaveCount(0);
  await expect(other.getByText(HERE)).toHaveCount(0);
});
