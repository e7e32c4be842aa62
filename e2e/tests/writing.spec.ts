/** Writing contents: nothing typed is lost, nobody overwrites anybody, versions, times, the trash and the list. */
import type { APIRequestContext, Page } from '@playwright/test';
import { byService } from './accounts.ts';
import { asAdmin, insertContent } from './contents-by-api.ts';
import { expect, expectAccessible, expectComplaints, openAsAdmin, test } from './fixtures.ts';

const form = (page: Page) => page.getByRole('region', { name: /^(Novo|Editar) Conteúdo$/ });
const text = (page: Page) => form(page).getByRole('textbox', { name: 'Texto do artigo (corpo)' });
const isSaved = (page: Page) => expect(page.getByText(/^Alterações salvas às \d\d:\d\d$/)).toBeVisible();

async function stored(request: APIRequestContext, id: string) {
  const headers = await asAdmin(request);
  return (await (await request.get(`/rest/v1/contents?id=eq.${id}`, { headers })).json())[0];
}

async function write(page: Page, words: string) {
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(words);
}

test('typed text survives a reload and a crash', async ({ page, context }) => {
  await openAsAdmin(page, '/admin/conteudos/novo');
  await form(page).getByLabel('Título').fill('Um texto que não se perde');
  await write(page, 'Primeiras palavras.');

  await test.step('at once, before the server has it', async () => {
    await page.reload();
    await expect(form(page).getByLabel('Título')).toHaveValue('Um texto que não se perde');
    await expect(text(page)).toContainText('Primeiras palavras.');
    await expect(page.getByText(/^Continuamos do que você escreveu em/)).toBeVisible();
  });

  await test.step('on the server, under an address of its own', async () => {
    await write(page, ' E outras.');
    await isSaved(page);
    await expect(page).toHaveURL(/\/admin\/conteudos\/[0-9a-f-]{36}$/);
    await expectAccessible(page);
  });

  await test.step('a tab that crashed is opened again', async () => {
    await write(page, ' Até a queda.');
    const address = page.url();
    const again = await context.newPage();
    await page.close();
    await again.goto(address);
    await expect(text(again)).toContainText('Primeiras palavras. E outras. Até a queda.');
    await again.goto('/admin?aba=conteudos');
    await again.getByRole('link', { name: 'Um texto que não se perde' }).click();
    await expect(form(again).getByRole('button', { name: 'Criar Conteúdo' })).toBeDisabled();
    await form(again).getByRole('button', { name: 'Cancelar' }).click();
    await again.getByRole('button', { name: 'Descartar' }).click();
    await expect(again.getByText('Um texto que não se perde')).toHaveCount(0);
  });
});

test('a draft that was never created is discarded in the list', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Páginas do painel' });
  const anew = menu.getByRole('link', { name: 'Novo conteúdo' });
  await openAsAdmin(page, '/admin/conteudos/novo');
  await expect(anew).toHaveAttribute('aria-current', 'page');
  await form(page).getByLabel('Título').fill('Um começo sem fim');
  await isSaved(page);
  const address = page.url();

  await test.step('a saved draft is not new; the menu opens an empty form', async () => {
    await expect(anew).not.toHaveAttribute('aria-current');
    await anew.click();
    await expect(page).toHaveURL(/\/admin\/conteudos\/novo$/);
    await expect(form(page).getByLabel('Título')).toHaveValue('');
  });

  const listed = page.getByRole('region', { name: 'Começados e ainda não criados' });
  await test.step('an untitled draft has the same name in list and tab', async () => {
    await page.goto(address);
    await form(page).getByLabel('Título').fill('');
    await isSaved(page);
    await page.goto('/admin?aba=conteudos');
    const untitled = listed.locator(`a[href="${new URL(address).pathname}"]`);
    await expect(untitled).toHaveText('Sem título');
    await untitled.click();
    await expect(page).toHaveTitle(/^Sem título ·/);
    await form(page).getByLabel('Título').fill('Um começo sem fim');
    await isSaved(page);
  });
  const discard = async () => {
    await listed.getByRole('button', { name: 'Descartar Um começo sem fim' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  };
  await page.goto('/admin?aba=conteudos');
  await expect(listed.getByText(/alterações salvas em \d\d/).first()).toBeVisible();
  await expectAccessible(page);

  await test.step('a draft that changed meanwhile is not discarded', async () => {
    const other = await page.context().newPage();
    await other.goto(address);
    await form(other).getByLabel('Título').fill('Um começo sem fim, mas com meio');
    await isSaved(other);
    await other.close();
    await discard();
    await expect(page.getByText('Ele foi alterado há pouco, por outra pessoa ou em outra aba.')).toBeVisible();
    await expect(listed.getByRole('link', { name: 'Um começo sem fim, mas com meio' })).toBeVisible();
  });

  await listed.getByRole('button', { name: 'Descartar Um começo sem fim, mas com meio' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByText('Texto descartado')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Um começo sem fim/ })).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByText('Conteúdo não encontrado')).toBeVisible();
});

test('without a connection the words wait in the browser', async ({ page, request, complaints }) => {
  const id = await insertContent(request, { title: 'Escrito sem conexão' });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await page.route('**/rpc/save_content_draft', (route) => route.abort());
  await write(page, ' Sem rede.');
  await expect(page.getByText(/Sem resposta do servidor/)).toBeVisible();
  await page.unroute('**/rpc/save_content_draft');
  await page.reload();
  await expect(text(page)).toContainText('Como estava. Sem rede.');
  await isSaved(page);
  expect((await stored(request, id)).body).toBe('<p>Como estava.</p>');
  await expectComplaints(complaints, /ERR_FAILED|could not be saved/);
});

test('a save over a newer version asks which one to keep', async ({ page, context, request, server }) => {
  const id = await insertContent(request, { title: 'Escrito por dois', is_published: true });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  const second = await context.newPage();
  await second.goto(`/admin/conteudos/${id}`);
  await expect(page.getByText('Também com este conteúdo aberto: você, em outra aba ou aparelho')).toBeVisible();
  await write(page, ' Da primeira aba.');
  await isSaved(page);
  await write(second, ' Da segunda aba.');
  const clash = second.getByRole('dialog', { name: 'Este conteúdo foi alterado' });
  await expect(clash.getByRole('region', { name: 'A sua versão' })).toContainText('Da segunda aba.');
  await expect(clash.getByRole('region', { name: 'A outra versão' })).toContainText('Da primeira aba.');
  await clash.getByRole('button', { name: 'Comparar' }).click();
  await expect(clash.getByRole('insertion')).toContainText('segunda');
  await expectAccessible(second);
  await clash.getByRole('button', { name: 'Ficar com a outra' }).click();
  await expect(text(second)).toContainText('Como estava. Da primeira aba.');
  await write(second, ' E da segunda.');
  await isSaved(second);
  await write(page, ' De novo.');
  const back = page.getByRole('dialog', { name: 'Este conteúdo foi alterado' });
  await back.getByRole('button', { name: 'Manter a minha' }).click();
  await isSaved(page);
  expect((await stored(request, id)).body, 'the public text stays').toBe('<p>Como estava.</p>');
  await form(page).getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
  expect((await stored(request, id)).body).toBe('<p>Como estava. Da primeira aba. De novo.</p>');

  await test.step('the conflict dialog names the author of the other version', async () => {
    await write(second, ' Tarde demais.');
    await expect(clash).toContainText(/Alterado por você, em outra aba ou aparelho, às \d\d:\d\d/);
    await clash.getByRole('button', { name: 'Ficar com a outra' }).click();
    await expect(text(second)).toContainText('De novo.');
    // What a program changed names nobody.
    await byService(server, 'PATCH', `/rest/v1/contents?id=eq.${id}`, { is_featured: true });
    await write(second, ' De ninguém.');
    await expect(clash).toContainText(/Alterado às \d\d:\d\d, enquanto você escrevia aqui/);
    await clash.getByRole('button', { name: 'Manter a minha' }).click();
    await isSaved(second);
  });
});

test('an earlier version is compared and restored', async ({ page, request }) => {
  const id = await insertContent(request, { title: 'Com versões', is_published: true });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await write(page, ' E como ficou.');
  await form(page).getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
  await page.getByRole('button', { name: 'Versões' }).click();
  const versions = page.getByRole('dialog', { name: 'Versões deste conteúdo' });
  await versions
    .getByRole('button', { name: /Publicada/ })
    .last()
    .click();
  await expect(versions.getByRole('deletion')).toContainText('E como ficou.');
  await expectAccessible(page);
  await versions.getByRole('button', { name: 'Restaurar esta versão' }).click();
  await expect(page.getByText('Versão restaurada no formulário')).toBeVisible();
  await expect(text(page)).toHaveText('Como estava.');
  expect((await stored(request, id)).body).toContain('E como ficou.');
  await form(page).getByRole('button', { name: 'Atualizar' }).click();
  await expect.poll(async () => (await stored(request, id)).body).toBe('<p>Como estava.</p>');
});

test('a content is published at its time', async ({ page, request }) => {
  const id = await insertContent(request, { title: 'Publicado sozinho' });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await form(page)
    .getByLabel(/Publicar em/)
    .fill('2020-01-01T08:00');
  await form(page).getByRole('button', { name: 'Atualizar' }).click();
  await expect(form(page).getByText('Escolha um horário no futuro.')).toBeVisible();
  const tomorrow = new Date(Date.now() + 21 * 60 * 60 * 1000).toISOString().slice(0, 11);
  await form(page)
    .getByLabel(/Publicar em/)
    .fill(`${tomorrow}08:30`);
  await form(page).getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
  expect((await stored(request, id)).publish_at, 'eight thirty in São Paulo').toMatch(`${tomorrow}11:30:00`);
  // The server publishes by itself: a second ahead.
  const soon = new Date(Date.now() + 1_000).toISOString();
  const headers = await asAdmin(request);
  await request.patch(`/rest/v1/contents?id=eq.${id}`, { headers, data: { publish_at: soon } });
  await expect.poll(async () => (await stored(request, id)).is_published).toBe(true);
  await page.goto(`/blog/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Publicado sozinho' })).toBeVisible();
  expect(await (await request.get('/rss.xml')).text()).toContain('Publicado sozinho');
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/blog/publicado-sozinho');
});

test('deleted contents come back, and copies are drafts', async ({ page, request }) => {
  await test.step('a deleted content is restored from the toast or the trash', async () => {
    const title = 'Jogado fora por engano';
    const id = await insertContent(request, { title, is_published: true });
    await openAsAdmin(page, `/admin?aba=conteudos&busca=${encodeURIComponent(title)}`);
    const remove = async () => {
      await page.getByRole('button', { name: `Excluir ${title}` }).click();
      await expect(page.getByText('Tem certeza que deseja excluir este conteúdo?')).toBeVisible();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(page.getByText('Conteúdo removido')).toBeVisible();
    };
    await remove();
    expect((await request.get(`/blog/${id}`)).status()).toBe(404);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    expect((await request.get(`/blog/${id}`)).status(), 'published as before').toBe(200);
    await remove();
    await page.getByRole('link', { name: /^Lixeira \(\d+\)$/ }).click();
    await expect(page).toHaveURL(/situacao=trash/);
    await expect(page.getByRole('heading', { name: /^Lixeira \(\d+\)$/ })).toBeVisible();
    await page.getByRole('button', { name: `Restaurar ${title}` }).click();
    await expect(page.getByText('Conteúdo restaurado')).toBeVisible();
    const { is_published: isPublished, trashed_at: trashed } = await stored(request, id);
    expect([isPublished, trashed]).toEqual([false, null]);
  });

  await test.step('a copy is a draft with the same text', async () => {
    const title = 'Para copiar';
    await insertContent(request, { title, is_published: true });
    await page.goto(`/admin?aba=conteudos&busca=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Mais ações: ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Duplicar' }).click();
    await expect(form(page).getByLabel('Título')).toHaveValue('Para copiar (cópia)');
    await expect(text(page)).toHaveText('Como estava.');
    await expect(form(page).getByRole('switch', { name: /Publicado/ })).not.toBeChecked();
  });
});

test('the list is found again at its address', async ({ page }) => {
  await openAsAdmin(page, '/admin?aba=conteudos');
  await page.getByRole('searchbox').fill('REUNIAO');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/busca=REUNIAO/);
  await expect(page.getByLabel('Tipo')).toHaveCount(0);
  const filters = page.getByRole('button', { name: /^Filtros/ });
  await filters.click();
  await page.getByLabel('Tipo').selectOption('Artigo');
  await expect(page).toHaveURL(/tipo=article/);
  await expect(page.getByLabel('Tipo')).toHaveValue('article');
  await page.getByLabel('Ordem').selectOption('Título, de A a Z');
  await expect(page).toHaveURL(/tipo=article.*ordem=title/);
  const titles = page.getByRole('main').locator('table a[href^="/admin/conteudos/"]');
  // Loaded anew, the list holds nothing of the one before, and its folded filters say what they hold.
  await page.reload();
  await expect(filters).toHaveText('Filtros (1)');
  await expect(page.getByText('Tipo: Artigo', { exact: true })).toBeVisible();
  await expect(titles.first()).toBeVisible();
  const found = await titles.allTextContents();
  await expectAccessible(page);
  await titles.first().click();
  await expect(form(page).getByLabel('Título')).toHaveValue(found[0] ?? '');
  await page.goBack();
  await expect(titles).toHaveText(found);
});
