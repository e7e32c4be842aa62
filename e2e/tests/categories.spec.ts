/** Categories: no twins, an order by hand, contents moved on removal, and none without contents on the site. */
import type { APIRequestContext, Page } from '@playwright/test';
import { createSession } from './accounts.ts';
import { expect, expectAccessible, expectRefusal, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';

// The order is everybody's.
test.use({ ownServer: true });
test.describe.configure({ mode: 'serial' });

const names = (page: Page) => page.getByRole('main').locator('li h4');

async function openCategories(page: Page) {
  await openAsAdmin(page, '/admin?aba=categorias');
  await expect(page.getByText(/Categorias Existentes/)).toBeVisible();
}

/** Keeps the name of the first category after each change of the list, in `firsts`. */
async function recordFirst(page: Page) {
  await page.evaluate(() => {
    const list = document.querySelector('main li h4')?.closest('ul');
    if (!list) throw new Error('no list');
    const firsts: (string | null | undefined)[] = [];
    Reflect.set(window, 'firsts', firsts);
    new MutationObserver(() => firsts.push(list.querySelector('h4')?.textContent)).observe(list, { childList: true });
  });
}

async function create(page: Page, name: string) {
  await page.getByRole('button', { name: 'Nova Categoria' }).click();
  await page.getByLabel('Nome').fill(name);
  await page.getByRole('button', { name: 'Criar Categoria' }).click();
}

async function chips(request: APIRequestContext): Promise<string> {
  const html = await (await request.get('/blog')).text();
  return /<nav aria-label="Categorias".*?<\/nav>/s.exec(html)?.[0] ?? '';
}

test('a duplicate name is refused; names sort in Portuguese order', async ({ page, request, complaints }) => {
  await openCategories(page);
  await create(page, 'gestao');
  await expect(page.getByText(/^Já existe uma categoria com este nome/)).toBeVisible();
  await expectRefusal(complaints, 400);
  await page.getByLabel('Nome').fill('Ética');
  await page.getByRole('button', { name: 'Criar Categoria' }).click();
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  const shown = await names(page).allTextContents();
  expect(shown.indexOf('Ética')).toBe(shown.indexOf('Estratégia') + 1);
  expect(await chips(request), 'nothing to read in it yet').not.toContain('Ética');
  await expectAccessible(page);
});

test('the order by hand shows on the site', async ({ page, request }) => {
  await openCategories(page);
  const before = await names(page).allTextContents();
  await test.step('by keyboard', async () => {
    await page.getByRole('button', { name: 'Mover Vendas' }).focus();
    await page.keyboard.press('Space');
    for (let step = before.indexOf('Vendas'); step > 0; step -= 1) await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ordem das categorias salva')).toBeVisible();
    await expect(names(page).first()).toHaveText('Vendas');
  });
  await test.step('by pointer', async () => {
    await recordFirst(page);
    const from = await page.getByRole('button', { name: 'Mover Vendas' }).boundingBox();
    const to = await page.getByRole('button', { name: `Mover ${before[1]}` }).boundingBox();
    if (!from || !to) throw new Error('a handle has no place');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y + 30, { steps: 4 });
    await page.mouse.move(to.x + 10, to.y + to.height, { steps: 8 });
    await page.mouse.up();
    await expect(names(page).first()).not.toHaveText('Vendas');
  });
  const order = (await names(page).allTextContents()).filter((name) => name !== 'Ética');
  await expect
    .poll(async () => {
      const html = await chips(request);
      return order
        .filter((name) => html.includes(name))
        .sort((a, b) => html.indexOf(`>${a}<`) - html.indexOf(`>${b}<`));
    })
    .toEqual(order);
  await page.getByRole('button', { name: 'Ordenar por nome' }).click();
  await expect(names(page)).toHaveText(before);
  const firsts = await page.evaluate('firsts');
  expect(firsts).toContain(order[0]);
  expect(firsts, 'the former order is not shown again').not.toContain('Vendas');
});

test('contents move to another category before theirs goes', async ({ page, request }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  const { access_token } = await createSession(request, 'admin@demo.test');
  const headers = { apikey: anonKey, authorization: `Bearer ${access_token}`, prefer: 'return=representation' };
  await openCategories(page);
  await create(page, 'De passagem');
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
  const [category] = await (await request.get('/rest/v1/categories?select=id&name=eq.De passagem')).json();
  const row = { title: 'Um que muda', content_type: 'article', body: '<p>x</p>', category_id: category.id };
  await request.post('/rest/v1/contents', { headers, data: { ...row, is_published: true } });
  await request.post('/rest/v1/contents', { headers, data: { ...row, trashed_at: new Date().toISOString() } });
  expect(await chips(request)).toContain('De passagem');
  await page.reload();
  await expect(page.getByRole('link', { name: '2 conteúdos' }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Excluir De passagem' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/está em 2 conteúdos, contando os da lixeira/)).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await dialog.getByLabel('Mover os conteúdos para').selectOption('Liderança');
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByText('Categoria removida')).toBeVisible();
  const moved = await request.get('/rest/v1/contents?select=category&title=eq.Um que muda', { headers });
  expect(await moved.json()).toEqual([{ category: 'Liderança' }, { category: 'Liderança' }]);
  expect(await chips(request)).not.toContain('De passagem');
});
