/** What every page of the panel has: its navigation, the account's menu, the search and the shortcuts. */
import { createSession } from './accounts.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, openAsAdmin, test } from './fixtures.ts';

const TABS = ['Visão Geral', 'Conteúdos', 'Categorias', 'Segurança'];
const GROUPS = ['Conteúdo', 'Pessoas', 'Receita', 'Comunidade', 'Aprendizagem', 'Sistema'];

test('the rail has the four tabs first and leads everywhere', async ({ page }) => {
  await openAsAdmin(page);
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

test('the arrow keys of both axes lead along the tabs', async ({ page }) => {
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

test("the account's menu says who it is and leads to the own settings", { tag: '@phone' }, async ({ page }) => {
  await openAsAdmin(page, '/admin/auditoria');
  const button = page.getByRole('button', { name: 'Sua conta' });
  await button.click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('admin@demo.test');
  await menu.getByRole('menuitem', { name: 'Verificação em duas etapas (2FA)' }).click();
  await expect(page).toHaveURL('/admin?aba=seguranca&parte=2fa');
  await button.click();
  await menu.getByRole('menuitem', { name: 'Ver site' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await button.click();
  await menu.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('Ctrl+K finds pages, contents, people and courses by name', async ({ page }) => {
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

test('the search is closed to whoever is no administrator', async ({ request }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  for (const email of ['membro@demo.test', 'moderadora@demo.test', 'visitante@demo.test']) {
    const { access_token: token } = await createSession(request, email);
    const headers = { apikey: anonKey, authorization: `Bearer ${token}` };
    const people = await request.post('/functions/v1/list-people', {
      headers,
      data: { search: 'a', role: null, subscription: null, state: null, page: null },
    });
    expect(people.status(), email).toBe(403);
    const contents = await request.post('/rest/v1/rpc/panel_contents', { headers, data: { search: 'a' } });
    expect(contents.status(), email).toBe(403);
  }
});

test('a question mark shows the shortcuts, but not in a field', async ({ page }) => {
  await openAsAdmin(page, '/admin/pessoas');
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('?');
  await expect(page.getByRole('searchbox')).toHaveValue('?');
  await expect(help).toHaveCount(0);
  await page.getByRole('heading', { name: /^Pessoas/ }).click();
  await page.keyboard.type('?');
  await expect(help).toContainText('Buscar páginas, conteúdos, pessoas e cursos');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
});
