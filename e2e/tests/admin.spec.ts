/** The administrator's panel: access, refusals, and use by keyboard. */
import { fillLogin, openSignedIn } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectComplaints,
  expectWholeOnEveryScreen,
  openAsAdmin,
  password,
  test,
} from './fixtures.ts';

test('the login reports errors and keeps the email address', async ({ page, complaints }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByText('Acesse a área administrativa do site')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Por favor, preencha todos os campos.')).toBeVisible();
  await fillLogin(page, 'visitante@demo.test', 'errada-errada');
  await expect(page.getByText('Email ou senha incorretos.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('visitante@demo.test');
  await expectComplaints(complaints, /status of 400|login|sign-in|AuthApiError/i);
});

test('a person without the role sees no panel and can leave', async ({ page }) => {
  await openSignedIn(page, 'membro@demo.test', '/admin');
  await expect(page.getByText('Acesso negado')).toBeVisible();
  await expect(page.getByText('Painel Administrativo')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('categories in use stay, contents change in their row', async ({ page }) => {
  await test.step('a category in use cannot be deleted', async () => {
    await openAsAdmin(page);
    await page.getByRole('tab', { name: 'Categorias' }).click();
    await expect(page.getByText(/Categorias Existentes/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Excluir Gestão' }).click();
    await expect(page.getByText('Tem certeza que deseja excluir esta categoria?')).toBeVisible();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Excluir/ })
      .click();
    await expect(page.getByText('Não é possível deletar categoria')).toBeVisible();
    await expect(page.getByText('Esta categoria está sendo usada por conteúdos existentes.')).toBeVisible();
  });

  await test.step('a content is featured, withdrawn and deleted from its row', async () => {
    await page.goto('/admin?aba=conteudos');
    const title = 'O cliente avisa antes de sair';
    const row = (action: string) => page.getByRole('button', { name: `${action} ${title}` });
    const heading = page.getByRole('heading', { name: /^Todos os Conteúdos \(\d+\)$/ });
    const before = Number((await heading.textContent())?.replace(/\D/g, ''));
    const featured = await row('Destaque:').getAttribute('aria-pressed');
    await row('Destaque:').click();
    await expect(row('Destaque:')).toHaveAttribute('aria-pressed', featured === 'true' ? 'false' : 'true');
    await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
    await row('Excluir').click();
    await expect(page.getByText('Tem certeza que deseja excluir este conteúdo?')).toBeVisible();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /Excluir/ })
      .click();
    await expect(page.getByText('Conteúdo removido')).toBeVisible();
    await expect(heading).toContainText(`(${before - 1})`);
  });
});

test('the content form validates and asks before losing input', async ({ page }) => {
  await openAsAdmin(page, '/admin?aba=conteudos');
  await page.getByRole('button', { name: 'Novo Conteúdo' }).click();
  const form = page.getByRole('region', { name: 'Novo Conteúdo' });
  await form.getByLabel('Título').fill('Rascunho que ninguém pediu');
  await expect(form.getByRole('button', { name: 'Criar Conteúdo' }), 'no category yet').toBeDisabled();
  const tag = form.getByLabel(/Etiquetas/);
  for (const word of ['foco', '  ', 'foco', 'prazo']) {
    await tag.fill(word);
    await page.keyboard.press('Enter');
  }
  await expect(form.getByRole('button', { name: /foco/ })).toHaveCount(1);
  await form.getByRole('button', { name: /foco/ }).click();
  await expect(form.getByRole('button', { name: /foco/ })).toHaveCount(0);
  await expect(form.getByRole('button', { name: /prazo/ })).toHaveCount(1);
  await expectWholeOnEveryScreen(page);
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByText('Descartar alterações?')).toBeVisible();
  await page.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(form.getByLabel('Título')).toHaveValue('Rascunho que ninguém pediu');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByRole('heading', { name: /^Todos os Conteúdos/ })).toBeVisible();
  await expect(page.getByText('Rascunho que ninguém pediu')).toHaveCount(0);
});

test('a keyboard alone signs in, changes tabs and makes a category', async ({ page }) => {
  await page.goto('/admin');
  await page.getByLabel('Email').focus();
  await page.keyboard.type('admin@demo.test');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
  await page.getByRole('tab', { name: 'Visão Geral' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Conteúdos' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Categorias' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Nova Categoria' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Teclado');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Categoria criada com sucesso!')).toBeVisible();
});
