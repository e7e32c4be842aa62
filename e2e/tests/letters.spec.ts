/** Letters: their archive, parts for members, personal fields, and how they are written. */
import type { Page } from '@playwright/test';
import { createMember, openSignedIn } from './accounts.ts';
import { asAdmin, insertContent } from './contents-by-api.ts';
import {
  expect,
  expectAccessible,
  expectComplaints,
  expectRefusal,
  expectWholeOnEveryScreen,
  openAsAdmin,
  password,
  test,
} from './fixtures.ts';

const PART = '<section data-audience="members"><p>O roteiro inteiro da tarde.</p></section>';
const BODY = `<p>Bom dia, {nome|leitor}.</p>${PART}<p>Até segunda.</p>`;
const TEASER = 'Este trecho é só para assinantes.';

const text = (page: Page) => page.getByRole('textbox', { name: 'Texto da carta (corpo)' });

test('the archive lists open and exclusive letters', async ({ page }) => {
  await page.goto('/cartas');
  await expect(page.getByRole('heading', { level: 1, name: /^Cartas/ })).toBeVisible();
  const letters = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(letters.first()).toHaveText('O bônus que dividiu a equipe');
  await expect(page.getByText('A partir do plano').first()).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: /O silêncio depois da pergunta/ }).click();
  await expect(page).toHaveURL(/\/cartas\/o-silencio-depois-da-pergunta$/);
  await expect(page.getByText('Bom dia, leitor.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Uma carta por semana.' })).toBeVisible();
  await page.getByRole('link', { name: 'Cartas', exact: true }).first().click();
  await expect(page).toHaveURL('/cartas');
});

test('a letter has one address, and a missing one says so', async ({ page, request, complaints }) => {
  const moved = await request.get('/blog/o-silencio-depois-da-pergunta', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([301, '/cartas/o-silencio-depois-da-pergunta']);
  const article = await request.get('/cartas/a-reuniao-semanal-que-decide', { maxRedirects: 0 });
  expect([article.status(), article.headers().location]).toEqual([301, '/blog/a-reuniao-semanal-que-decide']);
  expect((await request.get('/blog/demitir-um-cliente', { maxRedirects: 0 })).status()).toBe(404);
  const feed = await (await request.get('/rss.xml')).text();
  expect(feed).toContain('/cartas/o-silencio-depois-da-pergunta');
  expect(feed).not.toContain('_nome|');
  await page.goto('/cartas/nao-existe');
  await expect(page.getByRole('heading', { level: 1, name: 'Carta não encontrada' })).toBeVisible();
  await expectRefusal(complaints, 404);
});

test('an exclusive letter says which plan opens it', async ({ page, server }) => {
  await page.goto('/cartas/demitir-um-cliente');
  await expect(page.getByRole('heading', { level: 1, name: 'Demitir um cliente' })).toBeVisible();
  await expect(page.getByText(/^A partir do plano Update, R\$ 47/)).toBeVisible();
  await expect(page.getByText('Esta carta é sobre um contrato')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('href', '/pricing');
  await expectWholeOnEveryScreen(page);
  await createMember(server, 'le-cartas@demo.test', 'update');
  await openSignedIn(page, 'le-cartas@demo.test', '/cartas/demitir-um-cliente', { password });
  await page.getByRole('link', { name: 'Ler na área de membros' }).click();
  await expect(page.getByText('Esta carta é sobre um contrato de')).toBeVisible();
  await expect(page.getByText('Bom dia, leitor.')).toBeVisible();
});

test('members read the part for members on the same page', async ({ page, request, server }) => {
  const id = await insertContent(request, {
    title: 'Uma carta com trecho',
    content_type: 'letter',
    body: BODY,
    is_published: true,
  });
  const visitor = await (await request.get(`/cartas/${id}`)).text();
  expect(visitor).toContain(TEASER);
  expect(visitor).not.toContain('O roteiro inteiro');
  await page.goto(`/cartas/${id}`);
  await expect(page.getByText(TEASER)).toBeVisible();
  await expect(page.getByText(/^A partir do plano Update, R\$ 47/)).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await createMember(server, 'le-trechos@demo.test', 'update');
  await openSignedIn(page, 'le-trechos@demo.test', `/cartas/${id}`, { password });
  await expect(page.getByText('O roteiro inteiro da tarde.')).toBeVisible();
  await expect(page.getByText(TEASER)).toHaveCount(0);
  await openSignedIn(page, 'visitante@demo.test', `/cartas/${id}`);
  await expect(page.getByText(TEASER)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Entrar', exact: true })).toHaveCount(0);
});

test('a letter is written with a part for members by keyboard', async ({ page, request }) => {
  await openAsAdmin(page, '/admin/conteudos/novo');
  await page.getByRole('button', { name: 'Carta', exact: true }).click();
  await page.getByLabel('Título').fill('Uma carta escrita aqui');
  await page.getByLabel('Texto de pré-visualização').fill('Depois do assunto.');
  await page.getByLabel('Categoria').selectOption({ label: 'Gestão' });
  await text(page).click();
  await page.keyboard.type('Para todos.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/assinantes');
  await expect(page.getByRole('option', { name: /Só para assinantes/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Só para quem assina.');
  const part = text(page).getByRole('group', { name: 'Só para assinantes' });
  await expect(part).toContainText('Só para quem assina.');
  // An empty paragraph leaves the part.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Olá, ');
  await page.getByRole('button', { name: 'Inserir campo pessoal' }).click();
  await page.getByLabel('Campo', { exact: true }).selectOption({ label: 'Primeiro nome' });
  await page.getByRole('button', { name: 'Inserir', exact: true }).click();
  await expect(text(page).locator('.personal-field')).toHaveText('{primeiro_nome|leitor}');
  await expect(part).not.toContainText('Olá');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Criar Conteúdo' }).click();
  await expect(page.getByText('Conteúdo criado com sucesso!')).toBeVisible();
  const query = 'title=eq.Uma carta escrita aqui&select=body,preheader,content_type,entitlement';
  const rows = await (await request.get(`/rest/v1/contents?${query}`, { headers: await asAdmin(request) })).json();
  expect(rows).toEqual([
    {
      body: expect.stringMatching(
        /^<p>Para todos\.<\/p>\s*<section data-audience="members"><p>Só para quem assina\.<\/p>\s*<\/section>\s*<p>Olá, \{primeiro_nome\|leitor\}<\/p>$/,
      ),
      preheader: 'Depois do assunto.',
      content_type: 'letter',
      entitlement: 'premium_newsletter',
    },
  ]);
});

test('an unknown personal field is refused beside the text', async ({ page, request, complaints }) => {
  const id = await insertContent(request, { title: 'Uma carta com campo', content_type: 'letter', body: '<p>Um.</p>' });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' Olá, {apelido|você}.');
  await expect(text(page).locator('.personal-field.unknown')).toHaveText('{apelido|você}');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText(/^A carta usa um campo pessoal que não existe\./).first()).toBeVisible();
  await expectComplaints(complaints, /status of 400|unknown_personal_field/);
});
