/** Editors: they propose, administrators and editors with permission decide, and nothing else of the panel is theirs. */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { chosen, createAccount, openSignedIn } from './accounts.ts';
import { asAdmin, insertContent } from './contents-by-api.ts';
import { expect, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';
import type { Server } from './server.ts';

const picture = readFileSync(new URL('../../crates/module/demo/media/noventa.png', import.meta.url));
const text = (page: Page) => page.getByRole('textbox', { name: 'Texto do artigo (corpo)' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The address of a new account with these roles. */
async function createEditor(server: Server, request: APIRequestContext, name: string, ...roles: string[]) {
  const email = `${name.toLowerCase()}-${Date.now()}@exemplo.test`;
  const id = await createAccount(server, email, { name: `${name} Lima` });
  const headers = await asAdmin(request);
  const data = roles.map((role) => ({ user_id: id, role }));
  const answer = await request.post('/rest/v1/user_roles', { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  return email;
}

const openAsEditor = (page: Page, email: string, path: string) => openSignedIn(page, email, path, { password: chosen });

/** The content as visitors get it; undefined while it is not published. */
async function shown(request: APIRequestContext, title: string) {
  const { anonKey } = await (await request.get('/config.json')).json();
  const path = `/rest/v1/contents?select=body&title=eq.${encodeURIComponent(title)}`;
  return (await (await request.get(path, { headers: { apikey: anonKey } })).json())[0];
}

test('an editor proposes, an administrator comments and publishes', async ({ page, other, request, server }) => {
  const email = await createEditor(server, request, 'Edu', 'editor');
  const title = `Proposto ${Date.now()}`;
  await openAsEditor(page, email, '/admin/conteudos/novo');
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Categoria').selectOption('Gestão');
  await text(page).click();
  await page.keyboard.type('Uma ideia.');
  await expect(page.getByRole('switch', { name: 'Publicado' })).toHaveCount(0);
  await expect(page.getByLabel('Publicar em')).toHaveCount(0);
  await button(page, 'Pedir revisão').click();
  await expect(page.getByText('Revisão pedida')).toBeVisible();
  await expect(page.getByText(/^Você pediu em \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/)).toBeVisible();
  await expectWholeOnEveryScreen(page);
  expect(await shown(request, title)).toBeUndefined();

  await test.step('the administrator finds it and sends it back', async () => {
    await openSignedIn(other, 'admin@demo.test', '/admin', { origin: server.url });
    await other.getByRole('link', { name: /aguardando revisão$/ }).click();
    await expect(other.getByText('Situação: Aguardando revisão')).toBeVisible();
    await other.getByRole('link', { name: title }).click();
    await expect(other.getByText(/^Pedido por Edu Lima em /)).toBeVisible();
    await button(other, 'Devolver').click();
    const dialog = other.getByRole('dialog', { name: 'Devolver o conteúdo?' });
    await dialog.getByRole('button', { name: 'Devolver' }).click();
    await expect(dialog.getByText('Diga o que falta.')).toBeVisible();
    await expect(dialog.getByLabel('Comentário')).toBeFocused();
    await expectWholeOnEveryScreen(other);
    await dialog.getByLabel('Comentário').fill('Falta a fonte.');
    await dialog.getByRole('button', { name: 'Devolver' }).click();
    await expect(other.getByText('Conteúdo devolvido')).toBeVisible();
  });

  await test.step('the editor reads why, answers and asks again', async () => {
    await page.goto('/admin');
    const returned = page.getByRole('region', { name: 'Devolvidos com comentário' });
    await expectWholeOnEveryScreen(page);
    await returned.getByRole('link', { name: title }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Falta a fonte.' })).toBeVisible();
    await text(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' Com a fonte.');
    await button(page, 'Comentar').click();
    await page.getByLabel('Novo comentário').fill('Pronto, está no fim.');
    await button(page, 'Enviar comentário').click();
    await expect(page.getByRole('region', { name: 'Comentários (2)' })).toContainText('Pronto, está no fim.');
    await page
      .getByRole('button', { name: /^Resolver o comentário/ })
      .first()
      .click();
    await expect(page.getByText('1 resolvido')).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await button(page, 'Pedir revisão').click();
    await expect(page.getByText('Aguardando revisão.')).toBeVisible();
  });

  await test.step('the administrator publishes', async () => {
    await button(other, 'Devolver').click();
    await expect(other.getByRole('dialog').getByLabel('Comentário'), 'what was sent is gone').toHaveValue('');
    await other.keyboard.press('Escape');
    await other.reload();
    await expect(other.getByText('Pronto, está no fim.')).toBeVisible();
    await button(other, 'Publicar').click();
    await expect(other.getByText('Conteúdo atualizado!')).toBeVisible();
    await expect(other.getByText('Aguardando revisão.')).toHaveCount(0);
    expect((await shown(request, title)).body).toBe('<p>Uma ideia. Com a fonte.</p>');
  });

  await test.step('a change to a published content waits for review', async () => {
    await page.reload();
    await expect(page.getByText(/^Este conteúdo está no site\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Atualizar|Criar Conteúdo)$/ })).toHaveCount(0);
    await text(page).click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type(' Mais uma linha.');
    await button(page, 'Pedir revisão').click();
    await expect(page.getByText('Aguardando revisão.')).toBeVisible();
    expect((await shown(request, title)).body).toBe('<p>Uma ideia. Com a fonte.</p>');
    await other.reload();
    await button(other, 'Publicar').click();
    await expect(other.getByText('Aguardando revisão.')).toHaveCount(0);
    expect((await shown(request, title)).body).toBe('<p>Uma ideia. Com a fonte. Mais uma linha.</p>');
  });
});

test('reviews and comments appear live in other windows', async ({ page, other, request, server }) => {
  const email = await createEditor(server, request, 'Lia', 'editor');
  const title = `Ao vivo ${Date.now()}`;
  const id = await insertContent(request, { title });
  await openAsEditor(page, email, `/admin/conteudos/${id}`);
  const waiting = page.getByText('Aguardando revisão.');

  await test.step("the panel's first page and the list follow", async () => {
    await openSignedIn(other, 'admin@demo.test', '/admin', { origin: server.url });
    await expect(other.getByRole('heading', { name: 'À sua espera' })).toBeVisible();
    await button(page, 'Pedir revisão').click();
    await other.getByRole('link', { name: '1 conteúdo aguardando revisão' }).click();
    await expect(other.getByRole('link', { name: title })).toBeVisible();
    await button(page, 'Retirar pedido').click();
    await expect(other.getByText('Nenhum conteúdo encontrado')).toBeVisible();
    await button(page, 'Pedir revisão').click();
    await expect(waiting).toBeVisible();
    await other.getByRole('link', { name: title }).click();
  });

  await test.step('both windows of the content follow', async () => {
    await expect(other.getByText(/^Pedido por Lia Lima em /)).toBeVisible();
    await button(page, 'Comentar').click();
    await page.getByLabel('Novo comentário').fill('A fonte está no fim.');
    await button(page, 'Enviar comentário').click();
    const comments = other.getByRole('region', { name: 'Comentários (1)' });
    await expect(comments).toContainText('A fonte está no fim.');
    await comments.getByRole('button', { name: /^Resolver o comentário/ }).click();
    await expect(page.getByText('1 resolvido')).toBeVisible();
    await button(other, 'Devolver').click();
    const dialog = other.getByRole('dialog', { name: 'Devolver o conteúdo?' });
    await dialog.getByLabel('Comentário').fill('Falta o título da fonte.');
    await dialog.getByRole('button', { name: 'Devolver' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Falta o título da fonte.' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Comentários (1)' })).toContainText('Falta o título da fonte.');
  });

  await test.step("the editor's first page follows", async () => {
    await page.goto('/admin');
    const returned = page.getByRole('region', { name: 'Devolvidos com comentário' });
    await expect(returned.getByRole('link', { name: title })).toBeVisible();
    await other.getByRole('switch', { name: 'Publicado' }).click();
    await button(other, 'Atualizar').click();
    await expect(returned.getByText('Nada foi devolvido.')).toBeVisible();
  });
});

test('a publisher publishes and withdraws without review', async ({ page, request, server }) => {
  const email = await createEditor(server, request, 'Pia', 'editor', 'publisher');
  const title = `Publicado por Pia ${Date.now()}`;
  const id = await insertContent(request, { title });
  await openAsEditor(page, email, `/admin/conteudos/${id}`);
  await expect(button(page, 'Pedir revisão')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Publicado' }).click();
  await button(page, 'Atualizar').click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
  expect((await shown(request, title)).body).toBe('<p>Como estava.</p>');
  await page.getByRole('link', { name: 'Conteúdos', exact: true }).first().click();
  const row = page.locator('tbody tr', { hasText: title });
  await row.getByRole('button', { name: `Publicado: ${title}` }).click();
  await expect(row.getByText('Rascunho')).toBeVisible();
  expect(await shown(request, title)).toBeUndefined();

  await test.step('a refused save names the author of the newer version', async () => {
    await row.getByRole('link', { name: title }).click();
    await expect(text(page)).toHaveText('Como estava.');
    const headers = await asAdmin(request);
    await request.patch(`/rest/v1/contents?id=eq.${id}`, { headers, data: { body: '<p>De outra pessoa.</p>' } });
    await text(page).click();
    await page.keyboard.type('Minhas palavras. ');
    const clash = page.getByRole('dialog', { name: 'Este conteúdo foi alterado' });
    await expect(clash).toContainText(/Alterado por Helena Vasques às \d\d:\d\d, enquanto você escrevia aqui/);
  });
});

test('an editor has the pages of contents and no others', async ({ page, request, server }) => {
  const email = await createEditor(server, request, 'Nina', 'editor');
  await openAsEditor(page, email, '/admin');
  await expect(page.getByRole('heading', { name: 'Visão Geral' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Aguardando revisão' })).toBeVisible();
  for (const role of ['tab', 'link', 'button'] as const) {
    const others = page.getByRole(role, { name: /^(Categorias|Segurança|Pessoas|Membros|Cursos|Auditoria|Gerenciar)/ });
    await expect(others).toHaveCount(0);
  }
  await test.step('the search finds pages and contents', async () => {
    await page.getByRole('button', { name: 'Ir para' }).click();
    const search = page.getByRole('combobox', { name: 'Buscar páginas e conteúdos' });
    await expect(page.getByRole('option')).toHaveText([
      /^Visão Geral/,
      /^Conteúdos/,
      /^Novo conteúdo/,
      /^Mídia/,
      /^Minhas configurações/,
      /^Início do site/,
    ]);
    await search.fill('membros');
    await expect(page.getByRole('group', { name: 'Pessoas' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('other addresses say so', async () => {
    for (const path of [
      '/admin/membros',
      '/admin/pessoas',
      '/admin/cobrancas',
      '/admin/mensagens',
      '/admin/cartas',
      '/admin/cursos',
      '/admin/auditoria',
      '/admin/tarefas',
      '/admin/copias',
      '/admin/saude',
      '/admin/visitas',
      '/admin?aba=seguranca',
      '/admin?aba=categorias',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Acesso negado' }), path).toBeVisible();
    }
    await expectWholeOnEveryScreen(page);
    await page.getByRole('link', { name: 'Ir para o painel' }).click();
    await expect(page.getByRole('heading', { name: 'Visão Geral' })).toBeVisible();
  });
});

test('an editor can replace only the files of own contents', async ({ page, request, server }) => {
  const email = await createEditor(server, request, 'Bel', 'editor');
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: picture });
  await openAsEditor(page, email, '/admin/conteudos/novo');
  await page.getByLabel('Título').fill('De Bel');
  await page.getByLabel('Categoria').selectOption('Gestão');
  await page.getByLabel('Capa').setInputFiles(file('Capa de Bel.png'));
  await expect(page.getByRole('button', { name: 'Trocar imagem' })).toBeVisible();
  await text(page).click();
  await page.keyboard.type('Com capa.');
  await button(page, 'Criar Conteúdo').click();
  await expect(page.getByText('Conteúdo criado com sucesso!')).toBeVisible();

  await page.goto('/admin/midia');
  const row = page.getByRole('row').filter({ hasText: 'Capa de Bel.png' });
  await expect(row.getByRole('link', { name: 'De Bel' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Excluir os sem uso/ })).toHaveCount(0);
  await row.getByLabel('Novo arquivo no lugar de Capa de Bel.png').setInputFiles(file('Nova capa.png'));
  const question = page.getByRole('alertdialog', { name: 'Substituir este arquivo?' });
  await question.getByRole('button', { name: 'Substituir' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Nova capa.png' })).toBeVisible();
  // The demo's own covers are of others: they are used again, not replaced.
  const others = page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .filter({ hasNotText: 'Nova capa.png' });
  await expect(others.first()).toBeVisible();
  await expect(others.getByRole('button', { name: /^(Substituir|Excluir)/ })).toHaveCount(0);
  await expectWholeOnEveryScreen(page);
});

test('the role is given and taken at the page of a person', async ({ page, other, request, server, complaints }) => {
  const email = `rita-${Date.now()}@exemplo.test`;
  await createAccount(server, email);
  await openAsAdmin(page, `/admin/pessoas?busca=${encodeURIComponent(email)}`);
  await page.locator('tbody tr').getByRole('link').click();
  await expect(page.getByText('Publicação', { exact: true })).toHaveCount(0);
  const give = async (role: string) => {
    await page.getByRole('button', { name: `Conceder permissão ${role}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conceder permissão' }).click();
    await expect(page.getByRole('button', { name: `Retirar ${role}` })).toBeVisible();
  };
  await give('Edição');
  const id = await insertContent(request, { title: 'De quem perde o papel' });
  await openSignedIn(other, email, `/admin/conteudos/${id}`, { password: chosen, origin: server.url });
  await expect(button(other, 'Pedir revisão')).toBeVisible();
  await give('Publicação');
  await other.reload();
  await expect(button(other, 'Atualizar')).toBeVisible();
  await expect(button(other, 'Pedir revisão')).toHaveCount(0);

  await page.getByRole('button', { name: 'Retirar Edição' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar permissão' }).click();
  await expect(page.getByRole('button', { name: 'Conceder permissão Edição' })).toBeVisible();
  await expect(page.getByText('Publicação', { exact: true })).toHaveCount(0);
  await other.getByLabel('Título').fill('Outro título');
  await button(other, 'Atualizar').click();
  await expect(other.getByText('Erro ao atualizar conteúdo')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Acesso negado' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver na auditoria' }).click();
  await expect(page.getByRole('heading', { name: 'Auditoria (5)' })).toBeVisible();
  expect(complaints).toEqual([]);
});
