/** The own profile, and the directory of members. */
import { openSignedIn } from './accounts.ts';
import { ANA, anaAndRui, RUI } from './community.ts';
import { expect, expectComplaints, expectWholeOnEveryScreen, holdRequests, test } from './fixtures.ts';

test.use({ ownServer: true });

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGM4oSEnZ2PEIGdjdEJDDgAXpgM1jqhb9wAAAABJRU5ErkJggg==';

test('a profile is saved, and a failure is said', async ({ page, server, complaints }) => {
  await anaAndRui(server);
  await openSignedIn(page, ANA, '/membros/perfil');
  await page.getByLabel('Empresa', { exact: false }).first().fill('Prado Consultoria');
  await page.route('**/rest/v1/member_profiles*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(page.getByText('Erro ao salvar perfil')).toBeVisible();
  await expect(page.getByText('Não foi possível atualizar seu perfil. Tente novamente.')).toBeVisible();
  await page.unroute('**/rest/v1/member_profiles*');
  await page.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(page.getByText('Perfil atualizado!')).toBeVisible();
  await expect(page.getByText('Suas informações foram salvas com sucesso.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /Empresa/ })).toHaveValue('Prado Consultoria');
  await expectComplaints(complaints, /ERR_FAILED|action failed/);
});

test('a profile that was left unsaved is continued', async ({ page, server }) => {
  await anaAndRui(server);
  await openSignedIn(page, RUI, '/membros/perfil');
  const role = page.getByRole('textbox', { name: /Cargo/ });
  await role.fill('Diretor');
  await page.getByRole('navigation', { name: 'Área de membros' }).getByRole('link', { name: 'Membros' }).click();
  await page.goBack();
  await expect(role).toHaveValue('Diretor');
  await page.reload();
  await expect(role).toHaveValue('Diretor');
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(role).toHaveValue('');
  await page.reload();
  await expect(role).toHaveValue('');
  await expect(page.getByText('Continuamos do que você escreveu')).toHaveCount(0);
});

test('a dark page is dark before its code is there', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const release = await holdRequests(page, '**/assets/*.js');
  await page.goto('/membros', { waitUntil: 'commit' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(12, 20, 17)');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a photo is cut to a square and shown', async ({ page, server }) => {
  await anaAndRui(server);
  await openSignedIn(page, RUI, '/membros/perfil');
  await page
    .getByLabel('Foto do perfil')
    .setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
  const dialog = page.getByRole('dialog', { name: 'Ajustar a foto' });
  await dialog.getByRole('img').press('ArrowLeft');
  await dialog.getByRole('button', { name: 'Usar esta foto' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(page.getByText('Perfil atualizado!')).toBeVisible();
  const picture = page.getByRole('complementary', { name: 'Resumo do perfil' }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('the directory finds members until they leave it', async ({ page, other, server }) => {
  await anaAndRui(server);
  await openSignedIn(page, ANA, '/membros/membros');
  await page.getByRole('searchbox', { name: 'Buscar membros' }).fill('conceicao');
  await expect(page.getByRole('link', { name: /Rui Conceição/ })).toBeVisible();
  await openSignedIn(other, RUI, '/membros/perfil');
  await other.getByRole('checkbox', { name: /Aparecer na lista/ }).uncheck();
  await other.getByRole('button', { name: 'Salvar perfil' }).click();
  await expect(other.getByText('Perfil atualizado!')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nenhum membro encontrado.')).toBeVisible();
});

test('profile and directory are accessible on every screen', async ({ page }) => {
  for (const path of ['/membros/perfil', '/membros/membros']) {
    await openSignedIn(page, 'membro@demo.test', path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWholeOnEveryScreen(page);
  }
});
