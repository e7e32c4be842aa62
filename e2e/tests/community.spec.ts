/** The community as two members see it in two windows at once. */
import type { Page } from '@playwright/test';
import { openSignedIn, rowsOf } from './accounts.ts';
import {
  ANA,
  anaAndRui,
  article,
  insert,
  openCommunity,
  post,
  publish,
  RUI,
  untilLive,
  writeMarkdown,
} from './community.ts';
import { expect, expectComplaints, expectWholeOnEveryScreen, test } from './fixtures.ts';

test.use({ ownServer: true });

test('a post, its likes and comments appear in the other window', async ({ page, other, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA);
  await openCommunity(other, RUI);
  await untilLive(page);
  await untilLive(other);
  await publish(page, 'Como fechar o mês', 'Um **resumo** de cada área.');
  await expect(page.getByText('Post criado com sucesso!')).toBeVisible();
  await expect(article(page, 'Como fechar o mês')).toBeVisible();
  await expect(article(other, 'Como fechar o mês')).toHaveCount(0);
  const news = other.getByRole('button', { name: '1 nova publicação' });
  await expect(news).toBeVisible();
  // The button lies over the page and moves nothing in it.
  const [withButton, without] = await news.evaluate((button: HTMLElement) => {
    const top = () => document.querySelector('article')?.getBoundingClientRect().top;
    const before = top();
    button.style.display = 'none';
    const after = top();
    button.removeAttribute('style');
    return [before, after];
  });
  expect(withButton).toBeDefined();
  expect(without).toBe(withButton);
  await news.click();
  const seen = article(other, 'Como fechar o mês');
  await seen.getByRole('button', { name: /^Curtir a publicação de Ana Prado/ }).click();
  await expect(article(page, 'Como fechar o mês').getByRole('button', { name: /Ana Prado: 1 curtida$/ })).toBeVisible();
  await seen.getByRole('link', { name: 'Como fechar o mês' }).click();
  await expect(other.getByText('resumo')).toHaveCSS('font-weight', '600');
  await other.getByRole('textbox', { name: 'Seu comentário' }).fill('Uma página basta.');
  await other.getByRole('button', { name: 'Comentar' }).click();
  await expect(article(page, 'Como fechar o mês').getByText('1 comentário')).toBeAttached();
  await article(page, 'Como fechar o mês').getByRole('link', { name: 'Como fechar o mês' }).click();
  await expect(article(page, 'Uma página basta.')).toBeVisible();
  await untilLive(other);
  await page.getByRole('textbox', { name: 'Seu comentário' }).fill('Obrigada.');
  await page.keyboard.press('Control+Enter');
  await expect(article(other, 'Obrigada.')).toBeVisible();
});

test('an edited, a deleted and a restored post change elsewhere', async ({ page, other, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Texto com erro', author: ana });
  await insert(server, 'community_comments', { post_id: id, author_id: rui, content: 'Uma resposta que fica.' });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await openCommunity(other, RUI, `/membros/publicacao/${id}`);
  await untilLive(other);
  await page.getByRole('button', { name: 'Ações da publicação' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await page.getByRole('textbox', { name: 'Título' }).fill('Texto sem erro');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(other.getByRole('heading', { name: 'Texto sem erro' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Ações da publicação' })).toBeVisible();
  await page.getByRole('button', { name: 'Ações da publicação' }).click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await expect(other.getByRole('heading', { name: 'Publicação removida pelo autor' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Desfazer exclusão' })).toHaveCount(0);
  await expect(other.getByText('Texto sem erro')).toHaveCount(0);
  await expect(article(other, 'Uma resposta que fica.')).toBeVisible();
  await expect(other.getByText('Os comentários desta publicação estão fechados.')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer exclusão' }).click();
  await expect(page.getByRole('heading', { name: 'Texto sem erro' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Texto sem erro' })).toBeVisible();
});

test('an accepted answer solves the topic in every window', async ({ page, other, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Qual meta vem primeiro?', author: ana, channel: '6' });
  await insert(server, 'community_comments', { post_id: id, author_id: rui, content: 'A do cliente.' });
  await openCommunity(other, RUI, '/membros/forum');
  await untilLive(other);
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await expect(page).toHaveTitle(/^Qual meta vem primeiro\? · /);
  await expect(page.getByRole('complementary', { name: 'Canais' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Área de membros' });
  await expect(menu.getByRole('link', { name: 'Fórum' })).toHaveAttribute('aria-current', 'page');
  await article(page, 'A do cliente.').getByRole('button', { name: 'Aceitar resposta' }).click();
  await expect(page.getByText('Resposta aceita, de Rui Conceição.')).toBeVisible();
  await expect(page.getByText('Resposta aceita.', { exact: true })).toBeVisible();
  await expect(article(other, 'Qual meta vem primeiro?').getByText('Resolvida')).toBeVisible();
  await expect(article(other, 'Qual meta vem primeiro?').getByText('última resposta')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer aceite' }).click();
  await expect(page.getByText('A resposta não está mais aceita.')).toBeVisible();
  await expect(article(other, 'Qual meta vem primeiro?').getByText('Resolvida')).toHaveCount(0);
});

test('two clicks send one post', async ({ page, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA);
  await writeMarkdown(page, 'Dois cliques');
  await page.getByRole('textbox', { name: 'Conteúdo' }).fill('Uma linha.');
  await page.getByRole('button', { name: 'Publicar' }).dblclick();
  await expect(page.getByText('Post criado com sucesso!')).toBeVisible();
  expect(await rowsOf(server, 'community_posts', 'select=id&title=eq.Dois%20cliques')).toHaveLength(1);
});

test('a post that could not be sent is kept and sent once', async ({ page, server, complaints }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA);
  // Stored, but the answer is lost.
  let lost = 0;
  await page.route('**/rest/v1/community_posts*', async (route) => {
    if (route.request().method() !== 'POST' || lost > 1) return route.continue();
    lost += 1;
    if (lost === 2) await route.fetch();
    await route.abort('internetdisconnected');
  });
  await publish(page, 'Sem rede', 'Um texto que não se perde.');
  await expect(page.getByText('Não enviado.')).toBeVisible();
  await expect(page.getByText('Um texto que não se perde.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Não enviado.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(article(page, 'Sem rede').getByRole('link', { name: 'Sem rede' })).toBeVisible();
  await expect(page.getByText('Não enviado.')).toHaveCount(0);
  expect(await rowsOf(server, 'community_posts', 'select=id&title=eq.Sem%20rede')).toHaveLength(1);
  await expectComplaints(complaints, /DISCONNECTED|could not be sent|status of 409/);
});

test('a draft survives a reload and another device', async ({ page, other, server }) => {
  const { ana } = await anaAndRui(server);
  await openCommunity(page, ANA, '/membros/comunidade?canal=2');
  await page.getByRole('textbox', { name: 'Título' }).fill('Ainda em rascunho');
  // Even at once: what the server lacks is stored when the page opens again.
  await page.reload();
  const drafts = () => rowsOf(server, 'community_drafts', `select=title&user_id=eq.${ana}&place=eq.post:2`);
  await expect.poll(drafts).toEqual([{ title: 'Ainda em rascunho' }]);
  await expect(page.getByRole('textbox', { name: 'Título' })).toHaveValue('Ainda em rascunho');
  await expect(page.getByText('Rascunho', { exact: true })).toBeVisible();
  await openCommunity(other, ANA, '/membros/comunidade?canal=2');
  await expect(other.getByRole('textbox', { name: 'Título' })).toHaveValue('Ainda em rascunho');
});

test('a draft that arrives after its post is deleted', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  await openCommunity(page, ANA, '/membros/comunidade?canal=3');
  const answered: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/community_drafts')) answered.push(response.request().method());
  });
  const late = Promise.withResolvers<void>();
  await page.route('**/rest/v1/community_drafts*', async (route) => {
    if (route.request().method() === 'POST') await late.promise;
    await route.continue();
  });
  await publish(page, 'Antes do rascunho', 'Um texto.');
  await expect(page.getByText('Post criado com sucesso!')).toBeVisible();
  // Time for a removal that does not wait.
  await page.request.get('/config.json');
  late.resolve();
  await expect.poll(() => answered.at(-1)).toBe('DELETE');
  expect(await rowsOf(server, 'community_drafts', `user_id=eq.${ana}&place=eq.post:3`)).toEqual([]);
});

test('a private channel is closed to those outside', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  await insert(server, 'channels', { id: 'fechado', name: 'fechado', is_private: true, created_by: rui });
  await insert(server, 'channel_members', { channel_id: 'fechado', user_id: rui });
  const id = await post(server, { title: 'Só para poucos', author: rui, channel: 'fechado' });
  await openSignedIn(page, ANA, '/membros/comunidade?canal=fechado');
  await expect(page.getByText('Este canal não existe ou é privado.')).toBeVisible();
  await page.goto(`/membros/publicacao/${id}`);
  await expect(page.getByText('Publicação não encontrada')).toBeVisible();
  await insert(server, 'channel_members', { channel_id: 'fechado', user_id: ana });
  await page.goto('/membros/comunidade?canal=fechado');
  await expect(article(page, 'Só para poucos')).toBeVisible();
});

test('without a subscription the community asks for one', async ({ page }) => {
  await openSignedIn(page, 'visitante@demo.test', '/membros/comunidade');
  await expect(page.getByRole('heading', { name: 'Acesso Restrito' })).toBeVisible();
  await expect(page.getByText('Você precisa de uma assinatura ativa para acessar a comunidade.')).toBeVisible();
  await page.goto('/membros/forum');
  await expect(page.getByText('Você precisa de uma assinatura ativa para acessar o fórum.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
});

test('a channel is created with a plain name, joined and left', async ({ page, other, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA);
  await openCommunity(other, RUI);
  await page.getByRole('button', { name: 'Criar canal' }).click();
  await page.getByLabel('Nome').fill('Gestão de Projetos');
  await expect(page.getByText('Será gravado como gestão-de-projetos.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Criar canal' }).click();
  await expect(page.getByText('Canal criado!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'gestão-de-projetos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Você participa' })).toBeVisible();
  await other.reload();
  await other.getByRole('link', { name: /gestão-de-projetos/ }).click();
  // Until the page has changed, the button is that of the first channel.
  await expect(other.getByRole('heading', { level: 1, name: 'gestão-de-projetos' })).toBeVisible();
  await other.getByRole('button', { name: 'Participar' }).click();
  await expect(other.getByText('2 membros.', { exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'Você participa' }).click();
  await other.getByRole('menuitem', { name: 'Sair do canal' }).click();
  await expect(other.getByRole('button', { name: 'Participar', exact: true })).toBeVisible();
  await expect(other.getByText('1 membro.', { exact: true })).toBeVisible();
});

test('the pages of the community fit and are accessible', async ({ page, server }) => {
  const { ana, rui } = await anaAndRui(server);
  const long = `https://exemplo.test/${'planejamento'.repeat(9)}`;
  const id = await post(server, { title: `Para olhar de perto ${long}`, author: ana, content: long.repeat(3) });
  await insert(server, 'community_comments', { post_id: id, author_id: rui, content: 'Um comentário.' });
  await openCommunity(page, ANA);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Título' }).focus();
  await expect(page.getByRole('toolbar', { name: 'Formatação' })).toBeVisible();
  for (const path of ['/membros/forum', `/membros/publicacao/${id}`]) {
    await expectWholeOnEveryScreen(page);
    await page.goto(path);
    await expect(page.getByRole('article').first()).toBeVisible();
  }
  await expectWholeOnEveryScreen(page);
});

/** Does what a browser does that translates a page: other words in `<font>` stand where the texts were. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) if (walker.currentNode.nodeValue?.trim()) texts.push(walker.currentNode);
    for (const [index, text] of texts.entries()) {
      const font = document.createElement('font');
      if (index % 2 === 0) font.textContent = `${text.nodeValue} (en)`;
      text.parentNode?.replaceChild(font, text);
      // Some leave the text inside.
      if (index % 2 === 1) font.append(text);
    }
  });
}

test('a page translated by the browser keeps working', async ({ page, server }) => {
  const { rui } = await anaAndRui(server);
  await insert(server, 'channels', { id: 'traduzido', name: 'traduzido', created_by: rui });
  await post(server, { title: 'Traduzida', author: rui, channel: 'traduzido' });
  await openCommunity(page, ANA, '/membros/comunidade?canal=traduzido');
  await untilLive(page);
  await expect(page.getByRole('button', { name: 'Participar' })).toBeVisible();
  for (const shift of [0, 1]) {
    if (shift) await page.evaluate(() => document.querySelector('main')?.prepend('.'));
    await translate(page);
    const like = article(page, 'Traduzida').getByRole('button', { name: /curtir a publicação de Rui/i });
    await like.click();
    await expect(like).toHaveText(shift ? /^0/ : /^1/);
    const join = page.getByRole('button', { name: shift ? /Você participa/ : /Participar/ });
    await join.click();
    if (shift) await page.getByRole('menuitem', { name: /Sair do canal/ }).click();
    await expect(page.getByRole('button', { name: shift ? /Participar/ : /Você participa/ })).toBeVisible();
  }
});
