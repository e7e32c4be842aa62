/** The visual editor of posts, whose text is Markdown. */
import type { Locator, Page } from '@playwright/test';
import { rowsOf } from './accounts.ts';
import {
  ANA,
  anaAndRui,
  article,
  commentField,
  insert,
  openCommunity,
  post,
  RUI,
  untilLive,
  writeMarkdown,
} from './community.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectComplaints,
  expectNoSidewaysScroll,
  expectWholeOnEveryScreen,
  focusedAfterPress,
  holdRequests,
  test,
} from './fixtures.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

const content = (page: Page): Locator => page.getByRole('textbox', { name: 'Conteúdo' });
const visual = (page: Page): Locator => page.locator('[contenteditable][aria-label="Conteúdo"]');

/** Opens the form and its visual editor, whose code comes with the first focus. */
async function openEditor(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await content(page).focus();
  await expect(visual(page)).toBeFocused();
}

async function paste(page: Page, type: string, data: string): Promise<void> {
  await visual(page).evaluate(
    (field, [type, data]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(type, data);
      field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    },
    [type, data] as const,
  );
}

async function pastePicture(page: Page, name: string): Promise<void> {
  await visual(page).evaluate(async (field, name) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [300, 200];
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!picture) throw new Error('no picture');
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([picture], name, { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, name);
}

test('a post is written by keyboard, kept, and seen by others', async ({ page, other, server }) => {
  await anaAndRui(server);
  await openCommunity(other, RUI);
  await untilLive(other);
  await openCommunity(page, ANA);
  await openEditor(page, 'Escrita no editor visual');
  const { keyboard } = page;
  await keyboard.type('Um ');
  await keyboard.press('Control+b');
  await keyboard.type('resumo');
  await keyboard.press('Control+b');
  await keyboard.type(' para @conc');
  const option = page.getByRole('option', { name: 'Rui Conceição' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleInBothSchemes(page);
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('- caixa');
  await keyboard.press('Enter');
  await keyboard.type('pessoas');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('Veja **isto**:');
  await pastePicture(page, 'quadro.png');
  await page.getByRole('textbox', { name: 'Descrição de quadro.png' }).fill('O quadro');
  await expect(visual(page).getByRole('img', { name: 'O quadro' })).toBeVisible();
  await expect(visual(page).getByRole('img', { name: 'O quadro' })).not.toHaveClass('opacity-60');
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  const draft = () => rowsOf(server, 'community_drafts', 'select=content&title=eq.Escrita%20no%20editor%20visual');
  await expect.poll(async () => String((await draft())[0]?.content)).toContain('![O quadro](/storage/');

  await page.reload();
  await page.getByRole('textbox', { name: 'Título' }).focus();
  const markdown =
    /^Um \*\*resumo\*\* para \[@Rui Conceição\]\(\/membros\/membro\/[0-9a-f-]{36}\)\n\n- caixa\n- pessoas\n\nVeja \*\*isto\*\*:\n\n!\[O quadro\]\(\/storage\/v1\/object\/authenticated\/community\/1\/[^)]*\)$/;
  await expect(visual(page).locator('li')).toHaveText(['caixa', 'pessoas']);
  await expect(visual(page).getByRole('img', { name: 'O quadro' })).toHaveJSProperty('naturalWidth', 300);
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(content(page)).toBeFocused();
  await expect(content(page)).toHaveValue(markdown);
  await page.getByRole('button', { name: 'Editor visual' }).click();
  await expect(visual(page)).toBeFocused();
  await keyboard.press('Control+Enter');

  await other.getByRole('button', { name: '1 nova publicação' }).click();
  await article(other, 'Escrita no editor visual').getByRole('link', { name: 'Escrita no editor visual' }).click();
  await expect(other.getByText('resumo', { exact: true })).toHaveCSS('font-weight', '600');
  await expect(other.getByRole('link', { name: '@Rui Conceição' })).toBeVisible();
  await expect(other.getByRole('listitem').filter({ hasText: /^pessoas$/ })).toBeVisible();
  await expect(other.getByRole('img', { name: 'O quadro' })).toHaveJSProperty('naturalWidth', 300);
});

test('pasted text becomes clean Markdown', async ({ page, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA, '/membros/comunidade?canal=3');
  await openEditor(page, 'Colado');
  await paste(
    page,
    'text/html',
    '<p style="color:red">Um <b>forte</b> <a href="https://a.example/x" onclick="x()">link</a></p><ul><li>item</li></ul><img src="https://a.example/y.png"><script>x()</script>',
  );
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(content(page)).toHaveValue('Um **forte** [link](https://a.example/x)\n\n- item');
  await page.getByRole('button', { name: 'Editor visual' }).click();
  await expect(visual(page)).toBeFocused();
  await page.keyboard.press('Control+a');
  await paste(page, 'text/plain', '## Título\n\num *leve*');
  await expect(visual(page).getByRole('heading', { name: 'Título' })).toBeVisible();
  await page.getByRole('button', { name: 'Link' }).click();
  await page.getByRole('textbox', { name: 'Endereço do link' }).fill('a.example');
  await page.getByRole('button', { name: 'Aplicar link' }).click();
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(content(page)).toHaveValue('## Título\n\num *leve*<https://a.example>');
});

test('a text with unsupported markup stays Markdown', async ({ page, server }) => {
  await anaAndRui(server);
  const table = '| Área | Meta |\n|---|---|\n| Caixa | 10 |';
  await openCommunity(page, ANA);
  await writeMarkdown(page, 'Com tabela');
  await content(page).fill(table);
  await page.getByRole('button', { name: 'Editor visual' }).click();
  await expect(page.getByText('Este texto usa marcações que o editor visual não conserva')).toBeVisible();
  await expect(content(page)).toHaveValue(table);
  await expectWholeOnEveryScreen(page);
});

test('the choice is kept, and the code is not loaded for Markdown', async ({ page, server }) => {
  await anaAndRui(server);
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(request.url()));
  await openCommunity(page, ANA, '/membros/comunidade?canal=2');
  await writeMarkdown(page, '');
  scripts.length = 0;
  await page.reload();
  await page.getByRole('textbox', { name: 'Título' }).focus();
  await content(page).focus();
  await page.keyboard.type('texto');
  await expect(content(page)).toHaveValue('texto');
  expect(scripts.filter((url) => /\/visual-/.test(url))).toEqual([]);
});

/** Opens a post whose editor waits until the returned function is called, with the field of its comment focused. */
async function openBeforeTheEditor(page: Page, server: Server, title: string): Promise<() => Promise<void>> {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title, author: ana });
  const release = await holdRequests(page, '**/assets/visual-*.js');
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  const fetched = page.waitForResponse('**/assets/visual-*.js');
  await page.getByRole('textbox', { name: 'Seu comentário' }).focus();
  return async () => {
    release();
    await (await fetched).finished();
  };
}

test('an untouched field becomes the editor with its focus', async ({ page, server }) => {
  const release = await openBeforeTheEditor(page, server, 'Sem tocar');
  await release();
  await expect(page.locator('[contenteditable]:focus')).toBeVisible();
  await page.keyboard.type('um');
  await expect(page.locator('[contenteditable]')).toHaveText('um');
});

test('a tool pressed while the editor comes is not lost', async ({ page, server }) => {
  const release = await openBeforeTheEditor(page, server, 'Com o mouse');
  await page.getByRole('button', { name: 'Markdown' }).hover();
  await page.mouse.down();
  await release();
  await expect(page.locator('[contenteditable]')).toBeVisible();
  await page.mouse.up();
  await page.keyboard.type('um');
  await expect(page.locator('textarea:focus')).toHaveValue('um');
});

test('a field that was typed in stays until the switch', async ({ page, server }) => {
  const release = await openBeforeTheEditor(page, server, 'Com o teclado');
  await page.keyboard.type('um');
  await release();
  const field = page.getByRole('textbox', { name: 'Seu comentário' });
  await expect(page.getByRole('button', { name: 'Markdown' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Negrito' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('forte');
  await expect(field).toHaveValue('um**forte**');
  await field.press('End');
  await page.keyboard.type(' dois ');
  await page.getByRole('button', { name: 'Editor visual' }).click();
  await expect(page.locator('[contenteditable]:focus strong')).toHaveText('forte');
  await page.keyboard.type('três');
  expect(await focusedAfterPress(page.getByRole('button', { name: 'Negrito' }))).toBe('Seu comentário');
  await page.getByRole('button', { name: 'Markdown' }).click();
  await expect(page.locator('textarea:focus')).toHaveValue('um**forte** dois três');
});

test('a kept draft is shown as it will look, and continued', async ({ page, server }) => {
  const release = await openBeforeTheEditor(page, server, 'Com rascunho');
  await page.keyboard.type('Um **ponto**.');
  await release();
  await page.reload();
  const field = page.locator('[contenteditable]');
  await expect(field.locator('strong')).toHaveText('ponto');
  await page.locator('a, button, input').last().focus();
  await field.focus();
  await page.keyboard.type(' Fim.');
  await expect(field).toHaveText('Um ponto. Fim.');
});

test('without the code of the editor Markdown is written', async ({ page, server, complaints }) => {
  await anaAndRui(server);
  await page.route(/\/assets\/visual-.*\.js/, (route) => route.abort());
  await openCommunity(page, ANA, '/membros/comunidade?canal=4');
  const failed = page.waitForEvent('requestfailed', (request) => /\/assets\/visual-/.test(request.url()));
  await page.getByRole('textbox', { name: 'Título' }).fill('Sem o editor');
  await content(page).focus();
  await failed;
  await page.keyboard.type('Um texto **forte**.');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(article(page, 'Sem o editor')).toBeVisible();
  const posts = () => rowsOf(server, 'community_posts', 'select=content&title=eq.Sem%20o%20editor');
  await expect.poll(posts).toEqual([{ content: 'Um texto **forte**.' }]);
  await expectComplaints(complaints, /ERR_FAILED|could not be loaded/);
});

test('a comment and an answer are written as they will look', { tag: '@phone' }, async ({ page, server }) => {
  const { rui } = await anaAndRui(server);
  const id = await post(server, { title: 'Para comentar', author: rui, channel: '6' });
  await insert(server, 'community_comments', { post_id: id, author_id: rui, content: 'Primeira resposta.' });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await expect(article(page, 'Primeira resposta.')).toBeVisible();
  await commentField(page, 'Sua resposta');
  const { keyboard } = page;
  await keyboard.type('Um **ponto** e @conc');
  await expect(page.getByRole('option', { name: 'Rui Conceição' })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('Enter');
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Responder', exact: true }).last().click();
  await expect(article(page, 'Um ponto').getByText('ponto', { exact: true })).toHaveCSS('font-weight', '600');
  const written = () => rowsOf(server, 'community_comments', `select=content&post_id=eq.${id}&parent_id=is.null`);
  await expect
    .poll(async () => (await written()).map(({ content }) => String(content)))
    .toContain(`Um **ponto** e [@Rui Conceição](/membros/membro/${rui})`);

  await page.getByRole('button', { name: 'Responder a Rui Conceição' }).click();
  const answer = page.getByRole('listitem').locator('[contenteditable][aria-label="Sua resposta"]');
  await expect(answer).toBeFocused();
  await keyboard.type('Concordo.');
  await page.getByRole('listitem').getByRole('button', { name: 'Responder', exact: true }).click();
  await expect(article(page, 'Concordo.')).toBeVisible();
  await article(page, 'Concordo.').getByRole('button', { name: 'Ações do comentário' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await expect(page.locator('[contenteditable][aria-label="Comentário"]')).toBeFocused();
  await page.keyboard.type('Agora ');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(article(page, 'Agora Concordo.').or(article(page, 'Concordo.Agora'))).toBeVisible();
});

test('a text over the limit says so beside the field', async ({ page, server }) => {
  await anaAndRui(server);
  await openCommunity(page, ANA, '/membros/comunidade?canal=3');
  await openEditor(page, 'Longo demais');
  const long = 'palavra '.repeat(2_499);
  await visual(page).fill(`${long}fim`);
  await expect(page.getByText('19.995 de 20.000 caracteres')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.type('zinho!');
  await expect(page.getByText('20.001 de 20.000 caracteres')).toBeVisible();
  const problem = page.getByRole('alert').filter({ hasText: 'O texto passou do limite.' });
  await expect(problem).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(visual(page)).toBeFocused();
  await expect(problem).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(problem).toHaveCount(0);
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(article(page, 'Longo demais')).toBeVisible();
});

test('a post is edited under a heading', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  const id = await post(server, { title: 'Para editar', author: ana, channel: '4', content: 'Texto **antigo**.' });
  await openCommunity(page, ANA, `/membros/publicacao/${id}`);
  await page.getByRole('button', { name: 'Ações da publicação' }).click();
  await page.getByRole('menuitem', { name: 'Editar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Editar publicação' })).toBeVisible();
  await expect(visual(page).locator('strong'), 'no Markdown is seen').toHaveText('antigo');
  await content(page).focus();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.type('Novo. ');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Para editar' })).toBeVisible();
  await expect
    .poll(() => rowsOf(server, 'community_posts', `select=content&id=eq.${id}`))
    .not.toEqual([{ content: 'Texto **antigo**.' }]);
});
