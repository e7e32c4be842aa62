/** The search over the whole site: its dialog, its page, and what each reader finds. */
import { signInByApi } from './accounts.ts';
import { asAdmin, insertContent } from './contents-by-api.ts';
import { expect, expectAccessible, expectComplaints, holdRequests, test, waitForHydration } from './fixtures.ts';

const field = { name: 'Buscar no site' };

test('Ctrl+K opens the search, and its code comes only then', async ({ page, request }) => {
  const title = 'A Última Decisão do trimestre';
  const id = await insertContent(request, { title, description: 'Um sinônimo raro: zabumba.', is_published: true });
  const scripts: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('site-search-dialog')) scripts.push(sent.url());
  });
  await page.goto('/');
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Buscar no site' });
  const box = dialog.getByRole('combobox', field);
  await expect(box).toBeFocused();
  expect(scripts).toHaveLength(1);
  await expectAccessible(page);

  await box.fill('ULTIMA zabu');
  const option = dialog.getByRole('option', { name: title });
  await expect(option).toBeVisible();
  await expect(option.locator('mark')).toHaveText(['Última', 'zabu']);
  await expect(dialog.getByRole('status')).toHaveText('1 resultado');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blog\/a-ultima-decisao/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await request.delete(`/rest/v1/contents?id=eq.${id}`, { headers: await asAdmin(request) });
});

test('without a choice Enter opens the page of all results', async ({ page }) => {
  await page.goto('/contato');
  await waitForHydration(page);
  await page.getByRole('banner').getByRole('link', field).click();
  const dialog = page.getByRole('dialog', { name: 'Buscar no site' });
  await dialog.getByRole('combobox', field).fill('mentoria');
  await expect(dialog.getByRole('group', { name: 'Páginas' }).getByRole('option', { name: /^Mentoria/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/busca?q=mentoria');
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Páginas' })).toBeVisible();
  // Escape returns the focus to what opened the search.
  await page.getByRole('banner').getByRole('link', field).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', field)).toBeFocused();
});

test("the members' bar and Ctrl+K open the same search", async ({ page }) => {
  await signInByApi(page, 'membro@demo.test');
  await page.goto('/membros/conteudos');
  const button = page.getByRole('banner').getByRole('link', field);
  await expect(button).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Buscar no site' });
  await button.click();
  await expect(dialog.getByRole('combobox', field)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox', field).fill('decisão');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/membros/conteudos');
});

test('on a phone the menu has the search', { tag: '@phone-only' }, async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Buscar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Buscar no site' });
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  await dialog.getByRole('combobox', field).fill('planos');
  await expect(dialog.getByRole('status')).toHaveText(/resultado/);
  await dialog
    .getByRole('group', { name: 'Páginas' })
    .getByRole('option', { name: /^Planos/ })
    .click();
  await expect(page).toHaveURL('/pricing');
});

test('results appear only after the content search has answered', async ({ page }) => {
  const release = await holdRequests(page, '**/rpc/search_contents**');
  await page.goto('/');
  await waitForHydration(page);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Buscar no site' });
  const asked = page.waitForRequest('**/rpc/search_contents**');
  await dialog.getByRole('combobox', field).fill('planos');
  await asked;
  await expect(dialog.getByText('Buscando...')).toBeVisible();
  await expect(dialog.getByRole('option')).toHaveCount(0);
  release();
  await expect(dialog.getByRole('group', { name: 'Páginas' }).getByRole('option', { name: /^Planos/ })).toBeVisible();
});

test('a failed search says so and can be repeated', async ({ page, complaints }) => {
  await page.goto('/');
  await waitForHydration(page);
  await page.route('**/rpc/search_contents**', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Buscar no site' });
  await dialog.getByRole('combobox', field).fill('lideranca');
  await expect(dialog.getByText('Não foi possível buscar nos conteúdos.')).toBeVisible();
  await page.unroute('**/rpc/search_contents**');
  await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(dialog.getByRole('group', { name: 'Conteúdos' }).getByRole('option').first()).toBeVisible();
  await dialog.getByRole('combobox', field).fill('xyzxyz');
  await expect(dialog.getByText('Nada encontrado para “xyzxyz”.')).toBeVisible();
  await expectComplaints(complaints, /status of 500/);
});

test('the page of results works without script', async ({ plain, server }) => {
  await plain.goto(`${server.url}/busca`);
  await plain.getByRole('searchbox', field).fill('liderança');
  await plain.keyboard.press('Enter');
  await expect(plain).toHaveURL(/\/busca\?q=lideran/);
  const results = plain.getByRole('main');
  await expect(results.getByRole('heading', { level: 2, name: 'Conteúdos' })).toBeVisible();
  await expect(results.locator('mark').first()).toHaveText(/lideran[çc]a/i);
  await expect(plain.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(
    plain.getByRole('navigation', { name: 'Todas as páginas' }).getByRole('link', { name: 'Buscar' }),
  ).toBeVisible();
  await plain.goto(`${server.url}/busca?q=xyzxyz`);
  await expect(results.getByText('Nada aqui fala de “xyzxyz”.')).toBeVisible();
  await plain.goto(`${server.url}/busca?q=${'palavra '.repeat(100)}`);
  await expect(results.getByRole('searchbox', field)).toBeVisible();
});

test('search results match the rights of each reader', async ({ page, other, request, server }) => {
  const words = { description: 'quixotesco', body: '<p>quixotesco</p>' };
  const rows = [
    { title: 'Quixotesco aberto', is_published: true },
    { title: 'Quixotesco exclusivo', is_published: true, is_member_only: true },
    { title: 'Quixotesco em rascunho', is_published: false },
    { title: 'Quixotesco agendado', is_published: false, publish_at: '2099-01-01T00:00:00Z' },
    { title: 'Quixotesco no lixo', is_published: true, trashed_at: new Date().toISOString() },
  ];
  const ids: string[] = [];
  for (const row of rows) ids.push(await insertContent(request, { ...row, ...words }));
  const titles = (on: typeof page) => on.getByRole('main').getByRole('heading', { level: 3, name: /Quixotesco/ });
  await page.goto('/busca?q=quixotesco');
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  await expect(titles(page)).toHaveText(['Quixotesco aberto']);

  await signInByApi(page, 'visitante@demo.test');
  await page.goto('/busca?q=quixotesco');
  await page.waitForLoadState('networkidle');
  await expect(titles(page)).toHaveText(['Quixotesco aberto']);

  await signInByApi(other, 'membro@demo.test', { origin: server.url });
  await other.goto(`${server.url}/busca?q=quixotesco`);
  await expect(titles(other)).toHaveText(['Quixotesco exclusivo', 'Quixotesco aberto']);
  await expect(other.getByRole('link', { name: /Quixotesco exclusivo/ })).toHaveAttribute(
    'href',
    `/membros/conteudo/${ids[1]}`,
  );
  // The community and the lessons are a member's; a visitor finds neither.
  await other.goto(`${server.url}/busca?q=reuniao`);
  await expect(other.getByRole('heading', { level: 2, name: 'Comunidade' })).toBeVisible();
  await expect(other.getByRole('heading', { level: 2, name: 'Aulas' })).toBeVisible();
  await page.goto('/busca?q=reuniao');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 2, name: 'Conteúdos' })).toBeVisible();
  for (const name of ['Comunidade', 'Aulas'])
    await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0);
  await request.delete(`/rest/v1/contents?id=in.(${ids.join()})`, { headers: await asAdmin(request) });
});
