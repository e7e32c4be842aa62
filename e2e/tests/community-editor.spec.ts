/** The visual editor of posts, whose text is Markdown. */
import type { Locator, Page } from '@playwright/test';
import { rowsOf } from './accounts.ts';
import { ANA, anaAndRui, article, openCommunity, RUI, untilLive, writeMarkdown } from './community.ts';
import { expect, expectAccessibleInBothSchemes, expectComplaints, expectNoSidewaysScroll, test } from './fixtures.ts';

test.use({ serverName: 'community-editor' });

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
  await expect(content(page)).toHaveValue(markdown);
  await content(page).focus();
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

test('what the editor does not hold stays Markdown', { tag: '@phone' }, async ({ page, server }) => {
  await anaAndRui(server);
  const table = '| Área | Meta |\n|---|---|\n| Caixa | 10 |';
  await openCommunity(page, ANA);
  await writeMarkdown(page, 'Com tabela');
  await content(page).fill(table);
  await page.getByRole('button', { name: 'Editor visual' }).click();
  await expect(page.getByText('Este texto usa marcações que o editor visual não conserva')).toBeVisible();
  await expect(content(page)).toHaveValue(table);
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
});

test('the choice is kept, and the code is not loaded for Markdown', async ({ page, server }) => {
  await anaAndRui(server);
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(request.url()));
  await openCommunity(page, ANA, '/membros/comunidade?canal=2');
  await writeMarkdown(page, '');
  await page.reload();
  await page.getByRole('textbox', { name: 'Título' }).focus();
  await content(page).focus();
  await page.keyboard.type('texto');
  await expect(content(page)).toHaveValue('texto');
  expect(scripts.filter((url) => /\/visual-/.test(url))).toEqual([]);
});

test('without the code of the editor Markdown is written', async ({ page, server, complaints }) => {
  await anaAndRui(server);
  await page.route(/\/assets\/visual-.*\.js/, (route) => route.abort());
  await openCommunity(page, ANA, '/membros/comunidade?canal=4');
  await page.getByRole('textbox', { name: 'Título' }).fill('Sem o editor');
  const failed = page.waitForEvent('requestfailed', (request) => /\/assets\/visual-/.test(request.url()));
  await content(page).focus();
  await failed;
  await page.keyboard.type('Um texto **forte**.');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(article(page, 'Sem o editor')).toBeVisible();
  const posts = () => rowsOf(server, 'community_posts', 'select=content&title=eq.Sem%20o%20editor');
  await expect.poll(posts).toEqual([{ content: 'Um texto **forte**.' }]);
  expectComplaints(complaints, /ERR_FAILED|could not be loaded/);
});
