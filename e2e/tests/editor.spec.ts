/** Writing with the keyboard in the visual editor of contents. */
import type { Page } from '@playwright/test';
import { openEditor, startAnew, stored, text } from './content-editor.ts';
import { insertContent } from './contents-by-api.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  expectWholeOnEveryScreen,
  focusedAfterPress,
  openAsAdmin,
  test,
} from './fixtures.ts';

const menu = (page: Page) => page.getByRole('listbox', { name: 'Blocos para inserir' });

/** The entry that a screen reader announces. */
async function announced(page: Page): Promise<string> {
  const id = await text(page).getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
}

test('a slash opens the block menu, filtered by the typed text', async ({ page }) => {
  await openEditor(page);
  await page.keyboard.type('/');
  await expect(menu(page).getByRole('option')).toHaveCount(13);
  await expect(menu(page).getByRole('option', { selected: true })).toContainText('Seção');
  expect(await announced(page)).toContain('Seção');
  await expect(text(page)).toBeFocused();
  await expectWholeOnEveryScreen(page);

  await test.step('arrows go round, Enter inserts', async () => {
    await page.keyboard.press('ArrowUp');
    await expect(menu(page).getByRole('option', { selected: true })).toContainText('Linha divisória');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(menu(page).getByRole('option', { selected: true })).toContainText('Subseção');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Um título');
    await page.keyboard.press('Enter');
  });

  await test.step('names are found without accents', async () => {
    await page.keyboard.type('/citacao');
    await expect(menu(page).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Dito e feito.');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  });

  await test.step('Escape keeps the text; a path opens no menu', async () => {
    await page.keyboard.type('/lis');
    await page.keyboard.press('Escape');
    await expect(menu(page)).toHaveCount(0);
    await page.keyboard.type('ta');
    await expect(menu(page)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await page.keyboard.type('/blog/um e /ou');
    await expect(menu(page)).toHaveCount(0);
  });
  expect(await stored(page)).toBe(
    '<h3>Um título</h3><blockquote><p>Dito e feito.</p></blockquote><p>/lista</p><p>/blog/um e /ou</p>',
  );
});

test('the word count and reading time follow the text', async ({ page, request }) => {
  const title = 'Contado pelo texto';
  const body = `<p>${'palavra '.repeat(900)}</p>`;
  const id = await insertContent(request, { title, body, is_published: true });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  await expect(page.getByText('900 palavras · 5 min de leitura')).toBeVisible();
  const time = page.getByLabel(/Tempo de leitura/);
  await expect(time).toHaveAttribute('placeholder', '5 min');
  await text(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(` fim ${'outra '.repeat(100)}`);
  await expect(page.getByText('1.001 palavras · 6 min de leitura')).toBeVisible();
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();

  await test.step('readers see the counted time or the time set by the author', async () => {
    await page.goto(`/blog/${id}`);
    await expect(page.getByText('6 min de leitura')).toBeVisible();
    await page.goto(`/admin/conteudos/${id}`);
    await time.fill('Meia hora');
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
    await page.goto(`/blog/${id}`);
    await expect(page.getByText('Meia hora de leitura')).toBeVisible();
  });
});

test('words are found and replaced, also in another spelling', { tag: '@phone' }, async ({ page }) => {
  await openEditor(page);
  await page.keyboard.type('Ação e ação.\nA acao de Ana.');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search').filter({ has: page.getByRole('textbox', { name: 'Buscar no texto' }) });
  const search = bar.getByRole('textbox', { name: 'Buscar no texto' });
  await expect(search).toBeFocused();
  await page.keyboard.type('acao');
  await expect(bar.getByRole('status')).toHaveText('1 de 3');
  await expect(text(page).locator('.found')).toHaveText(['Ação', 'ação', 'acao']);
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);

  await test.step('Enter goes on, Shift+Enter back, and round', async () => {
    await page.keyboard.press('Enter');
    await expect(bar.getByRole('status')).toHaveText('2 de 3');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await expect(bar.getByRole('status')).toHaveText('3 de 3');
    await expect(text(page).locator('.present')).toHaveText('acao');
  });

  await test.step('case and accents count where it is chosen', async () => {
    await bar.getByRole('button', { name: 'Diferenciar acentos' }).click();
    await expect(text(page).locator('.found')).toHaveText(['acao']);
    await bar.getByRole('button', { name: 'Diferenciar acentos' }).click();
    await bar.getByRole('button', { name: 'Diferenciar maiúsculas' }).click();
    await expect(text(page).locator('.found')).toHaveText(['ação', 'acao']);
    await search.fill('xyz');
    await expect(bar.getByRole('status')).toHaveText('Nada encontrado');
    await bar.getByRole('button', { name: 'Diferenciar maiúsculas' }).click();
    await search.fill('acao');
  });

  await test.step('one and all are replaced', async () => {
    await search.press('Control+h');
    await bar.getByRole('textbox', { name: 'Substituir por' }).fill('obra');
    await search.press('Enter');
    await expect(bar.getByRole('status')).toHaveText(/de 3$/);
    await bar.getByRole('button', { name: 'Substituir', exact: true }).click();
    await expect(bar.getByRole('status')).toHaveText(/de 2$/);
    await bar.getByRole('button', { name: 'Substituir tudo' }).click();
    await expect(bar.getByRole('status')).toHaveText('2 trocas feitas');
    await expect(text(page)).toHaveText('obra e obra.A obra de Ana.');
  });

  await test.step('closing the search removes its marks', async () => {
    await search.fill('obra');
    await expect(text(page).locator('.found')).toHaveCount(3);
    await text(page).click();
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await expect(text(page)).toBeFocused();
    await expect(text(page).locator('.found')).toHaveCount(0);
    await page.keyboard.press('Control+f');
    await search.fill('obra');
    await expect(text(page).locator('.found')).toHaveCount(3);
    await bar.getByRole('button', { name: 'Fechar a busca' }).click();
    await expect(text(page).locator('.found')).toHaveCount(0);
    await page.keyboard.press('Control+f');
  });

  await test.step('Escape closes, and each replacement is undone by itself', async () => {
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
    await text(page).press('ControlOrMeta+z');
    await expect(text(page)).not.toContainText('obra e obra');
    await text(page).press('ControlOrMeta+z');
    await expect(text(page)).toHaveText('Ação e ação.A acao de Ana.');
  });
});

test('the text fills the screen; the tools are a key away', { tag: '@phone' }, async ({ page }) => {
  await openEditor(page);
  await page.getByLabel('Título').fill('Na tela cheia');
  await text(page).click();
  await page.keyboard.type('Um texto');
  await page.keyboard.press('Control+Shift+f');
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' longo');
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const size = await page.locator('.editor-box').boundingBox();
  expect(size).toEqual({ x: 0, y: 0, width, height });
  await expect(page.getByText('3 palavras')).toHaveCount(2);
  await expectAccessibleInBothSchemes(page);

  await test.step('Tab stays within the editor', async () => {
    for (let turn = 0; turn < 4; turn++) {
      await page.keyboard.press('Tab');
      const isInside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement === body || activeElement?.closest('.editor-box') !== null;
      });
      expect(isInside).toBe(true);
    }
    await text(page).focus();
  });

  await test.step('the full screen shows title, save state and button', async () => {
    const box = page.locator('.editor-box');
    await expect(box.getByText('Na tela cheia')).toBeVisible();
    await expect(box.getByText(/^Alterações salvas às/)).toBeVisible();
    await expect(box.getByText('Escolha uma categoria.')).toBeVisible();
    await expect(box.getByRole('button', { name: 'Criar Conteúdo' })).toBeDisabled();
  });

  await test.step('Escape closes the search first, then the full screen', async () => {
    await page.keyboard.press('Control+f');
    await page.keyboard.press('Escape');
    await expect(page.locator('.editor-box')).toHaveAttribute('data-full', 'true');
    await page.keyboard.press('Alt+F10');
    await expect(page.getByRole('button', { name: 'Negrito' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('button', { name: 'Itálico' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('.editor-box')).not.toHaveAttribute('data-full');
    await expect(text(page)).toBeFocused();
    await page.keyboard.press('Alt+F10');
    await page.keyboard.press('Escape');
    await expect(text(page), 'outside the full screen the tools are left alone').toBeFocused();
    await page.keyboard.press('Control+Shift+f');
    await page.locator('.editor-box').getByText('3 palavras').click();
    await page.keyboard.press('Escape');
    await expect(page.locator('[inert]'), 'no part of the text has the focus').toHaveCount(0);
    await page.keyboard.press('Control+Shift+f');
    await text(page).focus();
    expect(await focusedAfterPress(page.getByRole('button', { name: 'Negrito' }))).toBe('Texto do artigo (corpo)');
  });

  await test.step('Escape leaves, and the button comes back', async () => {
    await page.keyboard.press('Escape');
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(text(page)).toBeFocused();
    await page.keyboard.type(' e bom');
    await page.getByRole('button', { name: 'Tela cheia' }).click();
    await expect(page.locator('.editor-box')).toHaveAttribute('data-full', 'true');
    await page.getByRole('button', { name: 'Tela cheia' }).click();
  });
  expect(await stored(page)).toBe('<p>Um texto longo<strong> e bom</strong></p>');
});

test('blocks are chosen by key and pointer, in a category', async ({ page }) => {
  await test.step('without a category the button is disabled with a reason', async () => {
    await openEditor(page);
    const create = page.getByRole('button', { name: 'Criar Conteúdo' });
    await expect(create).toBeDisabled();
    await expect(create).toHaveAccessibleDescription('Escolha uma categoria.');
    await page.getByLabel('Categoria').selectOption('Gestão');
    await expect(create).toBeEnabled();
    await expect(page.getByText('Escolha uma categoria.')).toHaveCount(0);
  });

  await test.step('a key that follows at once is meant for the block', async () => {
    await text(page).click();
    await page.keyboard.type('/numerada\nPrimeiro\nSegundo\n\n/tabela\nMês');
    await page.getByRole('button', { name: 'Excluir coluna' }).click();
    expect(await stored(page)).toMatch(/^<ol><li>Primeiro<\/li><li>Segundo<\/li><\/ol><table>/);
  });

  await test.step('the menu is used with the pointer; a picture is chosen first', async () => {
    await startAnew(page);
    await page.keyboard.type('/fo');
    await menu(page).getByRole('option', { name: 'Imagem' }).click();
    await expect(page.getByRole('textbox', { name: /^Descrição da imagem/ })).toBeFocused();
    await page.getByRole('button', { name: 'Fechar' }).click();
    await text(page).click();
    await page.keyboard.type('Fica.');
    expect(await stored(page)).toBe('<p>Fica.</p>');
  });
});

test('readers see an aside and a recording from the editor', async ({ page, request }) => {
  const address = 'https://youtu.be/dQw4w9WgXcQ';
  await openEditor(page);
  await page.keyboard.type('/dica');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Guarde isto.\n\n/youtube');
  await page.keyboard.press('Enter');

  await test.step('only known sites are taken', async () => {
    await expect(page.getByLabel('Endereço do vídeo ou áudio')).toBeFocused();
    await page.keyboard.type('https://example.com/filme');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Informe o endereço de um vídeo do YouTube', { exact: false })).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await page.getByLabel('Endereço do vídeo ou áudio').fill(address);
    await page.keyboard.press('Enter');
  });

  await test.step('the title of a recording can be changed', async () => {
    await text(page).locator('figure').click();
    await expect(page.getByLabel(/^Título do vídeo ou áudio/)).toHaveValue('Vídeo do YouTube');
    await page.getByLabel(/^Título do vídeo ou áudio/).fill('A conversa inteira');
  });
  const note = 'Vídeo do YouTube. Ao carregar, o YouTube recebe seu endereço IP.';
  const recording = `<figure><a href="${address}">A conversa inteira</a><figcaption>${note}</figcaption></figure>`;
  const html = `<aside><p>Guarde isto.</p></aside>${recording}`;
  expect((await stored(page)).replace(/<p><\/p>/g, '')).toBe(html);

  await test.step('a recording loads only after a click', async () => {
    const asked: string[] = [];
    await page.context().route('https://www.youtube-nocookie.com/**', async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<title>Vídeo</title>' });
    });
    const id = await insertContent(request, { title: 'Com gravação', body: html, is_published: true });
    await page.goto(`/blog/${id}`);
    await expect(page.locator('.rich aside')).toHaveText('Guarde isto.');
    await expect(page.getByText(note)).toBeVisible();
    await expectWholeOnEveryScreen(page);
    expect(asked).toEqual([]);
    await page.getByRole('link', { name: 'A conversa inteira' }).click();
    await expect(page.getByTitle('A conversa inteira')).toBeFocused();
    await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0']);
  });
});

test('a recording URL pasted alone becomes a recording', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openEditor(page);
  await page.evaluate(() => navigator.clipboard.writeText('https://vimeo.com/123456'));
  await page.keyboard.type('Veja: ');
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+v');
  expect(await stored(page)).toMatch(
    /^<p>Veja: (<a [^>]*>)?https:\/\/vimeo.com\/123456(<\/a>)?<\/p><figure><a href="https:\/\/vimeo.com\/123456">Vídeo do Vimeo<\/a><figcaption>/,
  );
});
