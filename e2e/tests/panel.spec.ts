/** Common parts of every page of the panel: its navigation, the account's menu, the search and the shortcuts. */
import { createSession } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectWholeOnEveryScreen,
  openAsAdmin,
  test,
} from './fixtures.ts';

const TABS = ['Visão Geral', 'Conteúdos', 'Categorias', 'Segurança'];
const GROUPS = ['Conteúdo', 'Pessoas', 'Receita', 'Comunidade', 'Aprendizagem', 'Sistema'];

test('the rail has four tabs, leads everywhere and takes arrows', async ({ page }) => {
  await test.step('the arrow keys of both axes lead along the tabs', async () => {
    await openAsAdmin(page);
    const tab = (name: string) => page.getByRole('tab', { name });
    await tab('Visão Geral').focus();
    await page.keyboard.press('ArrowDown');
    await expect(tab('Conteúdos')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(tab('Segurança')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Visão Geral')).toBeFocused();
    await expect(tab('Visão Geral')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('keys that are faster than the page', async () => {
    await page.getByRole('tab').evaluateAll(async ([first, second]) => {
      second?.focus();
      // What the first key changes at once is there, what it leads to is not.
      await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
      first?.focus();
    });
    await expect(page).toHaveURL('/admin?aba=visao-geral');
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Visão Geral');
  });

  await test.step('the rail leads everywhere', async () => {
    await expect(page.getByRole('tab')).toHaveText(TABS);
    const pages = page.getByRole('navigation', { name: 'Páginas do painel' });
    for (const group of GROUPS) await expect(pages.getByRole('list', { name: group, exact: true })).toBeVisible();
    await pages.getByRole('link', { name: 'Pessoas' }).click();
    await expect(page).toHaveURL('/admin/pessoas');
    await expect(pages.getByRole('link', { name: 'Pessoas' })).toHaveAttribute('aria-current', 'page');
    const tabs = page.getByRole('navigation', { name: 'Seções do painel' });
    await expect(tabs.getByRole('link')).toHaveText(TABS);
    await expectAccessibleInBothSchemes(page);
    await tabs.getByRole('link', { name: 'Categorias' }).click();
    await expect(page.getByRole('tab', { name: 'Categorias' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'Gerenciar Categorias' })).toBeVisible();
  });
});

test('the tab title of a panel page begins with its subject', async ({ page }) => {
  await openAsAdmin(page);
  await page.getByRole('navigation', { name: 'Páginas do painel' }).getByRole('link', { name: 'Moderação' }).click();
  await expect(page).toHaveURL('/admin/moderacao');
  await expect(page.getByRole('heading', { name: 'Moderação', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  await expect(page).toHaveTitle(/^Moderação · Painel Administrativo/);
  await page.getByRole('tab', { name: 'Palavras' }).click();
  await expect(page).toHaveURL('/admin/moderacao?aba=palavras');
  await expectWholeOnEveryScreen(page);
  for (const [list, pages] of [
    ['/admin?aba=conteudos', '/admin/conteudos/'],
    ['/admin/cursos', '/admin/cursos/'],
    ['/admin/pessoas', '/admin/pessoas/'],
    ['/admin/membros', '/admin/membros/'],
  ]) {
    await page.goto(list ?? '');
    const links = page.getByRole('main').locator(`a[href^="${pages}"]:not([href$="/novo"])`);
    const first = links.filter({ visible: true }).first();
    const address = await first.getAttribute('href');
    // By its address: drafts that load later may come before it.
    const link = page.getByRole('main').locator(`a[href="${address}"]`).filter({ visible: true }).first();
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${name.replace(/[^\wÀ-ÿ ]/g, '.')}( ·|$)`));
  }
});

test('on a phone one menu leads everywhere', { tag: '@phone-only' }, async ({ page }) => {
  await openAsAdmin(page, '/admin/pessoas');
  const menu = page.getByRole('button', { name: 'Abrir o menu' });
  await menu.click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet.getByRole('link', { name: 'Pessoas' })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await menu.click();
  await sheet.getByRole('link', { name: 'Visitas' }).click();
  await expect(page).toHaveURL('/admin/visitas');
  await expect(sheet).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Seções do painel' }).getByRole('link', { name: 'Segurança' }).click();
  await expect(page.getByRole('heading', { name: 'Segurança', exact: true })).toBeVisible();
});

test('the account menu shows the email, and its entries work', { tag: '@phone' }, async ({ page }) => {
  await openAsAdmin(page, '/admin/auditoria');
  const button = page.getByRole('button', { name: 'Sua conta' });
  await button.click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('admin@demo.test');
  await menu.getByRole('menuitem', { name: 'Verificação em duas etapas (2FA)' }).click();
  await expect(page).toHaveURL('/admin?aba=seguranca&parte=2fa');
  // Each page has a button of its own, and the one that is left may take the click.
  const opened = page.getByRole('heading', { name: 'Segurança', exact: true });
  await expect(opened).toBeVisible();
  await button.click();
  await menu.getByRole('menuitem', { name: 'Ver site' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(opened).toBeVisible();
  await button.click();
  await menu.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('keys open the search and the help', async ({ page }) => {
  await test.step('Ctrl+K finds pages, contents, people and courses by name', async () => {
    await openAsAdmin(page, '/admin/tarefas');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /^Buscar páginas/ });
    await expect(field).toBeFocused();
    await expectAccessible(page);
    const option = (name: RegExp) => page.getByRole('option', { name });
    await field.fill('REUNIAO semanal');
    await expect(option(/^A reunião semanal que decide/)).toHaveAttribute('aria-selected', 'true');
    await field.fill('membro017@demo');
    await expect(option(/membro017@demo.test/)).toBeVisible();
    await field.fill('gestao');
    await expect(page.getByRole('group', { name: 'Cursos' }).getByRole('option').first()).toContainText(/gestão/i);
    await field.fill('nada que exista aqui');
    await expect(page.getByText('Nada encontrado. Tente outra palavra.')).toBeVisible();
    await field.fill('visitas');
    await expect(option(/^Visitas/)).toHaveAttribute('aria-selected', 'true');
    const id = await option(/^Visitas/).getAttribute('id');
    await expect(field).toHaveAttribute('aria-activedescendant', id ?? '');
    await expect(page.getByRole('status').filter({ hasText: 'resultado' })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/visitas');
    await expect(field).toHaveCount(0);
  });

  await test.step('a question mark shows the shortcuts, but not in a field', async () => {
    await page.goto('/admin/pessoas');
    const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('?');
    await expect(page.getByRole('searchbox')).toHaveValue('?');
    await expect(help).toHaveCount(0);
    await page.getByRole('heading', { name: /^Pessoas/ }).click();
    await page.keyboard.type('?');
    await expect(help).toContainText('Buscar páginas, conteúdos, pessoas e cursos');
    await expect(help).toContainText('Tela cheia');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
  });
});

test('the search refuses callers that are not administrators', async ({ request }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  for (const email of ['membro@demo.test', 'moderadora@demo.test', 'visitante@demo.test']) {
    const { access_token: token } = await createSession(request, email);
    const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
    const people = await request.post('/functions/v1/list-people', {
      headers,
      data: { search: 'a', role: null, subscription: null, state: null, order: null, page: null },
    });
    expect(people.status(), email).toBe(403);
    const contents = await request.post('/rest/v1/rpc/panel_contents', { headers, data: { search: 'a' } });
    expect(contents.status(), email).toBe(403);
  }
});

test('the overview shows figures and links to their rows', async ({ page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname));
  await openAsAdmin(page);
  const views = page.getByRole('link', { name: /Visualizações em 7 dias$/ });
  await expect(views).toHaveText(/^[1-9][\d.]*$/);
  await expect(
    page.getByRole('region', { name: 'Artigos mais lidos da semana' }).getByRole('link').first(),
  ).toBeVisible();
  // One function counts everything, another the income; the first is asked again once changes of reviews are followed. The
  // frame of the panel asks whether the site was restored.
  const functions = [...asked].filter((path) => path.startsWith('/functions/v1/'));
  expect(functions.sort()).toEqual(
    ['get-quarantine', 'read-income', 'read-overview'].map((name) => `/functions/v1/${name}`),
  );
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: /^\d+ Rascunhos$/ }).click();
  await expect(page).toHaveURL('/admin?aba=conteudos&situacao=draft');
  await page.goBack();
  await page.getByRole('link', { name: /Cobranças a recuperar$/ }).click();
  await expect(page).toHaveURL('/admin/cobrancas?situacao=failed');
  await page.goBack();
  await page.getByRole('link', { name: /Novas assinaturas em 7 dias$/ }).click();
  await expect(page).toHaveURL('/admin/membros?mudanca=started');
  await page.goBack();
  await page.getByRole('link', { name: /mensagens? sem resposta/ }).click();
  await expect(page).toHaveURL('/admin/mensagens?situacao=new');
});

test('a message is answered, archived and found again', async ({ page }) => {
  await openAsAdmin(page, '/admin/mensagens');
  const row = page.getByRole('listitem').filter({ hasText: 'Helena Prado' });
  await expect(row.getByText('Sem resposta', { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: 'Responder por e-mail' })).toHaveAttribute('href', /^mailto:helena/);
  await expectAccessibleInBothSchemes(page);
  await row.getByRole('button', { name: 'Marcar como respondida' }).click();
  await expect(row.getByText('Respondida', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Arquivar' }).click();
  await expect(row.getByText('Arquivada', { exact: true })).toBeVisible();
  await page.getByLabel('Situação').selectOption('Sem resposta');
  await expect(page.getByText('Caio Menezes', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByLabel('Situação').selectOption('Arquivadas');
  await row.getByRole('button', { name: 'Marcar como sem resposta' }).click();
  await expect(row).toHaveCount(0);
});

test('charges are searched, downloaded and linked to the member', async ({ page }) => {
  await openAsAdmin(page, '/admin/cobrancas');
  const rows = page.locator('tbody tr:visible');
  await expect(rows).toHaveCount(25);
  await expectWholeOnEveryScreen(page);
  await page.getByRole('searchbox').fill('membro017@demo');
  await page.getByRole('searchbox').press('Enter');
  await expect(rows.first()).toContainText('Vítor Macedo');
  const downloads = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  expect((await downloads).suggestedFilename()).toMatch(/^cobrancas-\d{4}-\d\d-\d\d\.csv$/);
  await rows.first().getByRole('link', { name: 'Vítor Macedo' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Vítor Macedo' })).toBeVisible();
});

test('panel functions refuse visitors, the overview also members', async ({ request }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  for (const name of ['read-overview', 'list-charges', 'export-charges', 'export-people', 'export-audit-log']) {
    const visitor = await request.post(`/functions/v1/${name}`, { headers: { apikey: anonKey }, data: {} });
    expect(visitor.status(), name).toBe(401);
  }
  for (const email of ['membro@demo.test', 'moderadora@demo.test', 'visitante@demo.test']) {
    const { access_token: token } = await createSession(request, email);
    const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
    const answer = await request.post('/functions/v1/read-overview', { headers, data: {} });
    expect(answer.status(), email).toBe(403);
  }
});
