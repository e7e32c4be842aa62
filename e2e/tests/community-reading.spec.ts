/** New posts and answers: jumping to them, marking them as read and unread, on every device. */
import { ANA, anaAndRui, article, insert, member, openCommunity, post, RUI, untilLive } from './community.ts';
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts';

test.use({ ownServer: true });

/** Hours before now, as rows hold it. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('a topic opens at the first new answer', { tag: '@phone' }, async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Um tópico longo', author: ana, channel: '6', created_at: hoursAgo(5) });
  for (let number = 1; number <= 12; number += 1) {
    const content = `Resposta ${number}. ${'Um parágrafo que ocupa espaço. '.repeat(12)}`;
    const created_at = hoursAgo(number <= 10 ? 4 - number / 10 : 1);
    await insert(server, 'community_comments', { post_id: id, author_id: rui, content, created_at });
  }
  const read_at = hoursAgo(2);
  await insert(server, 'post_states', { user_id: ana, post_id: id, read_at });
  await openCommunity(page, ANA, '/membros/forum');
  await expect(article(page, 'Um tópico longo').getByText('2 respostas novas')).toBeVisible();
  await article(page, 'Um tópico longo').getByRole('link', { name: 'Um tópico longo' }).click();
  await expect(article(page, 'Resposta 11.')).toBeInViewport();
  await expect(page.getByText('Novas desde a sua última visita')).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await expect(article(page, 'Um tópico longo')).toBeVisible();
  await expect(article(page, 'Um tópico longo').getByText('respostas novas')).toHaveCount(0);
});

test('unread counts follow on every device', async ({ page, other, server }) => {
  const { rui } = await anaAndRui(server);
  const email = 'carla@comunidade.test';
  await member(server, email, 'Carla Reis');
  await openCommunity(page, email);
  await openCommunity(other, email);
  await untilLive(page);
  await untilLive(other);
  const count = (window: typeof page) =>
    window.getByRole('complementary', { name: 'Canais' }).getByRole('link', { name: /^liderança/ });
  await post(server, { title: 'Uma novidade', author: rui, channel: '2' });
  await expect(count(page)).toContainText('publicação nova');
  await expect(count(other)).toContainText('publicação nova');
  await page.getByRole('button', { name: 'Marcar tudo como lido' }).click();
  await expect(count(page)).not.toContainText('nova');
  await expect(count(other)).not.toContainText('nova');
  await expect(other.getByRole('button', { name: 'Marcar tudo como lido' })).toHaveCount(0);
});

test('a post is made unread and shows as new at the next visit', async ({ page, server }) => {
  const { rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Ler depois', author: rui, channel: '3' });
  await openCommunity(page, ANA, '/membros/comunidade?canal=3');
  await article(page, 'Ler depois').getByRole('link', { name: 'Ler depois' }).click();
  await page.getByRole('button', { name: 'Ações da publicação' }).click();
  await page.getByRole('menuitem', { name: 'Marcar como não lida' }).click();
  await expect(page.getByText('Marcada como não lida.')).toBeVisible();
  await page.goto('/membros/comunidade');
  const link = page.getByRole('complementary', { name: 'Canais' }).getByRole('link', { name: /^gestão-empresarial/ });
  await expect(link).toContainText('nova');
  await link.click();
  await expect(article(page, 'Ler depois').getByText('Novo', { exact: true })).toBeVisible();
  await expect(page.getByText('Novas desde a sua última visita')).toBeVisible();
  await page.goto(`/membros/publicacao/${id}`);
});

test('similar topics are offered while a title is typed', async ({ page, server }) => {
  const { rui } = await anaAndRui(server);
  await post(server, { title: 'Como calcular a comissão de vendas?', author: rui, channel: '6' });
  await openCommunity(page, ANA, '/membros/forum');
  await page.getByRole('button', { name: 'Criar post' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Comissao nas vendas');
  const similar = page.getByRole('complementary', { name: 'Tópicos parecidos' });
  await expect(similar.getByRole('link', { name: 'Como calcular a comissão de vendas?' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Título' }).fill('Férias coletivas');
  await expect(similar).toHaveCount(0);
});

test('a conversation idle for six months shows a warning', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const old = await post(server, { title: 'De outro ano', author: rui, created_at: hoursAgo(24 * 200) });
  const fresh = await post(server, { title: 'De hoje', author: ana });
  const warning = page.getByText('Esta conversa está parada há mais de seis meses.');
  await openCommunity(page, RUI, `/membros/publicacao/${old}`);
  await expect(warning).toBeVisible();
  await page.goto(`/membros/publicacao/${fresh}`);
  await expect(page.getByRole('textbox', { name: 'Seu comentário' })).toBeVisible();
  await expect(warning).toHaveCount(0);
});
