/** Texts pasted from other programs keep what they say and lose how they looked; pictures come along or are named. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openEditor, startAnew, stored, text } from './content-editor.ts';
import { expect, expectAccessible, expectComplaints, holdRequests, test } from './fixtures.ts';

const clipboard = (name: string) => readFileSync(new URL(`../clipboard/${name}.html`, import.meta.url), 'utf8');

/** Pastes the content that a program leaves in the clipboard. */
async function paste(page: Page, html: string, files: { name: string; type: string; base64: string }[] = []) {
  await text(page).evaluate(
    (element, { html, files }) => {
      const data = new DataTransfer();
      if (html) data.setData('text/html', html);
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type }));
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { html, files },
  );
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mOQi7KBIwbiOAAi4wtBuEQMmQAAAABJRU5ErkJggg==';

test('content pasted from other programs keeps its structure', async ({ page, complaints }) => {
  await test.step('Google Docs: marks, lists and tables stay', async () => {
    await openEditor(page);
    await paste(page, clipboard('google-docs'));
    expect(await stored(page)).toBe(
      '<h2>A pauta que cabe em uma página</h2>' +
        '<p>Uma reunião boa termina com <strong>três decisões</strong><em> escritas</em>, não <s>dez</s>. Veja o ' +
        '<a href="https://exemplo.com.br/modelo">modelo</a>.</p>' +
        '<h3>Antes da reunião</h3>' +
        '<ul><li>Enviar a pauta<ul><li>na véspera</li></ul></li><li>Ler os números</li></ul>' +
        '<table><thead><tr><th>Assunto</th><th>Minutos</th></tr></thead>' +
        '<tbody><tr><td>Caixa</td><td>15</td></tr></tbody></table>',
    );
  });

  await test.step('Notion: a picture in the clipboard is stored here', async () => {
    await startAnew(page);
    await paste(page, clipboard('notion'));
    await expect(text(page).locator('img[src^="/storage/"]')).toHaveCount(1);
    const html = await stored(page);
    expect(html.replace(/src="\/storage\/v1\/object\/public\/contents\/pictures\/[\d-]+\.png"/, 'src="HERE"')).toBe(
      '<h2>Ritual da segunda-feira</h2>' +
        '<p>Comece pelo que <strong>mudou</strong>, não pelo que <em>continua</em>.</p>' +
        '<h4>Passos</h4>' +
        '<ol><li>Abrir o painel<ul><li>conferir o caixa</li></ul></li><li>Escolher uma coisa</li></ol>' +
        '<blockquote><p>Quem decide tudo não decide nada.</p></blockquote>' +
        '<pre><code>Total = receita - custo</code></pre><hr>' +
        '<p><a href="https://exemplo.com.br/ritual">Leia mais</a></p>' +
        '<img src="HERE" alt="Um quadrado" width="4" height="4">',
    );
  });

  await test.step('Word: lists are lists, and lost pictures are named', async () => {
    await startAnew(page);
    await paste(page, clipboard('word'));
    await expect(page.getByText('2 imagens não vieram junto. Envie-as aqui.')).toBeVisible();
    await expectAccessible(page);
    await text(page).getByText('Depois, em ordem:').click();
    await page.keyboard.press('End');
    const chosen = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Enviar imagens' }).click();
    const file = { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') };
    await (await chosen).setFiles([file, file]);
    await expect(text(page).locator('img[src^="/storage/"]')).toHaveCount(2);
    const html = await stored(page);
    expect(html.replace(/<img[^>]*>/g, '')).toBe(
      '<h2>Três perguntas antes de contratar</h2>' +
        '<p>Toda vaga começa com uma <strong>dor</strong> e termina com uma <em>pessoa</em>.[1]</p>' +
        '<h3>O que perguntar</h3>' +
        '<ul><li>O que deixa de ser feito hoje?<ul><li>por quem</li></ul></li><li>Quem sente falta?</li></ul>' +
        '<p>Depois, em ordem:</p><ol><li>Escreva a entrega.</li><li>Converse com quem já fez.</li></ol>' +
        '<table><thead><tr><th>Etapa</th><th>Dias</th></tr></thead>' +
        '<tbody><tr><td>Conversas</td><td>10</td></tr></tbody></table>',
    );
    expect(html).not.toContain('file:');
  });

  await test.step('remarks, numbered headings, code and joined spaces', async () => {
    const cases: [pasted: string, html: string][] = [
      [
        "<p class=MsoNormal>Um <a style='mso-comment-reference:RM_1'>texto</a><span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[RM1]</a><span style='mso-special-character:comment'>&nbsp;</span></span>.</p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><p class=MsoCommentText><a class=msocomoff>[RM1]</a>Rever isto.</p></div></div>",
        '<p>Um texto.</p>',
      ],
      [
        "<h2 style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp; </span></span>Contexto</h2><p>Fim.</p>",
        '<h2>1. Contexto</h2><p>Fim.</p>',
      ],
      [
        '<pre><div><span>python</span><button>Copiar código</button></div><div><code><span>a = 1</span>\n<span>b = 2</span>\n</code></div></pre>',
        '<pre><code>a = 1\nb = 2</code></pre>',
      ],
      ['<pre><div>um</div><div>  dois</div></pre>', '<pre><code>um\n  dois</code></pre>'],
      ['<p>Todos&nbsp;os&nbsp;espaços&nbsp;são&nbsp;assim.</p>', '<p>Todos os espaços são assim.</p>'],
      ['<p>Custa R$&nbsp;97 por mês.</p>', '<p>Custa R$&nbsp;97 por mês.</p>'],
    ];
    for (const [pasted, html] of cases) {
      await startAnew(page);
      await paste(page, pasted);
      expect(await stored(page)).toBe(html);
    }
  });

  await test.step('a table of this editor, cut and pasted, stays one', async () => {
    await startAnew(page);
    await page.keyboard.type('/tabela\nMês');
    const before = await stored(page);
    await page.getByRole('tab', { name: 'Editor' }).click();
    await text(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('ControlOrMeta+x');
    await expect(text(page)).toHaveText('');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(text(page)).toContainText('Mês');
    expect((await stored(page)).replace(/<p><\/p>/g, '')).toBe(before);
  });

  await test.step('styles and handlers written as HTML are dropped', async () => {
    await text(page).fill('<p style="color:red" onclick="a()">Um</p>');
    await page.getByRole('tab', { name: 'Prévia' }).click();
    await expect(page.getByRole('region', { name: /^Prévia/ }).locator('p')).toHaveText('Um');
    await page.getByRole('tab', { name: 'Editor' }).click();
    await expect(text(page)).toHaveText('Um');
  });

  await test.step('malformed HTML is cleaned; a lost http picture is reported', async () => {
    await startAnew(page);
    await paste(page, '<b id="x"style="font-weight:normal"><p/style="color:red">Um</p></b><style>p{}');
    expect(await stored(page)).toBe('<p>Um</p>');
    await startAnew(page);
    await paste(page, '<p>Um</p><img src="http://imagens.invalid/foto.jpg">');
    await expect(page.getByText('1 imagem não veio junto. Envie-a aqui.')).toBeVisible();
    await page.getByRole('button', { name: 'Dispensar' }).click();
    await expectComplaints(complaints, /422|could not be stored/);
  });

  await test.step('a web page loses active parts; its lost picture is reported', async () => {
    await startAnew(page);
    await paste(page, clipboard('web-page'));
    await expect(page.getByText('1 imagem não veio junto. Envie-a aqui.')).toBeVisible();
    expect(await stored(page)).toBe(
      '<h2>O preço do silêncio</h2>' +
        '<p>Um parágrafo com <strong>ênfase</strong>, um <code>código</code> e um&nbsp;link ruim.</p>' +
        '<h4>Nota</h4><p>Fim.</p>',
    );
    // The picture of a site that does not exist.
    await expectComplaints(complaints, /imagens\.invalid|422|ERR_|could not be stored/);
  });
});

test('pictures are pasted, dropped, described and captioned', async ({ page }) => {
  await openEditor(page);
  await page.keyboard.type('Antes.');
  await paste(page, '', [{ name: 'a.png', type: 'image/png', base64: PNG }]);
  const pictures = text(page).locator('img');
  await expect(pictures.first()).toHaveAttribute('src', /^\/storage\//);
  await text(page).evaluate((element, base64) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], 'b.png', { type: 'image/png' }));
    const { left, top } = element.getBoundingClientRect();
    const place = { clientX: left + 40, clientY: top + 30, dataTransfer: data, bubbles: true, cancelable: true };
    element.dispatchEvent(new DragEvent('drop', place));
  }, PNG);
  await expect(text(page).locator('img[src^="/storage/"]')).toHaveCount(2);
  await pictures.first().click();
  await page.getByLabel('Descrição da imagem').fill('Um quadrado verde');
  await page.getByLabel('Legenda').fill('O quadrado, de perto');
  await expectAccessible(page);
  const html = await stored(page);
  expect(html).toMatch(
    /<figure><img src="\/storage\/[^"]+" alt="Um quadrado verde" width="4" height="4"><figcaption>O quadrado, de perto<\/figcaption><\/figure>/,
  );
  // Read again, nothing of it is lost.
  await page.getByRole('tab', { name: 'Editor' }).click();
  await expect(page.getByText(/marcações que o editor visual não conserva/)).toHaveCount(0);
  expect(await stored(page)).toBe(html);
});

test('pictures on their way arrive while another view is open', async ({ page }) => {
  await openEditor(page);
  const release = await holdRequests(page, '**/storage/v1/object/contents/**');
  await page.keyboard.type('Antes.');
  await paste(page, '', [{ name: 'a.png', type: 'image/png', base64: PNG }]);
  await expect(page.getByText(/^Enviando 1 imagem/)).toBeVisible();
  await page.getByRole('tab', { name: 'HTML/Markdown' }).click();
  await expect(page.getByText(/ainda estão sendo enviadas/)).toBeVisible();
  await expect(text(page)).not.toBeEditable();

  await test.step('a link asks before leaving; declining stays on the page', async () => {
    await page.getByRole('link', { name: 'Categorias' }).click();
    const question = page.getByRole('alertdialog', { name: 'Sair antes de o envio terminar?' });
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Ficar' }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(/\/admin\/conteudos\//);
  });
  release();
  await expect(text(page)).toHaveValue(/^<p>Antes.<\/p>\s*<img src="\/storage\//);
  await expect(text(page)).toBeEditable();

  await test.step('an edit in the HTML view can be undone in the editor', async () => {
    await text(page).fill('<p>Depois.</p>');
    await page.getByRole('tab', { name: 'Editor' }).click();
    await expect(text(page)).toHaveText('Depois.');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(text(page)).toHaveText('Antes.');
    await expect(text(page).locator('img')).toHaveCount(1);
  });
});

test('tables and sizes change, unreadable files are explained', async ({ page }) => {
  await test.step('a picture is made smaller and whole again', async () => {
    await openEditor(page);
    const base64 = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 600 });
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    await paste(page, '', [{ name: 'a.png', type: 'image/png', base64 }]);
    const picture = text(page).locator('img[src^="/storage/"]');
    await picture.click();
    const width = page.getByLabel('Largura');
    await width.selectOption('Média');
    await expect(picture).toHaveAttribute('width', '480');
    await expect(picture).toHaveAttribute('height', '360');
    await width.selectOption('Inteira');
    await expect(picture).toHaveAttribute('width', '800');
    await width.selectOption('Pequena');
    expect(await stored(page)).toMatch(/<img src="[^"]+" alt="" width="280" height="210">/);
  });

  await test.step('a table is made and changed in the editor', async () => {
    await startAnew(page);
    await page.getByRole('button', { name: 'Tabela', exact: true }).click();
    for (const name of ['Mês', 'Receita', 'Custo']) {
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
    }
    await page.getByRole('button', { name: 'Inserir linha abaixo' }).click();
    await page.getByRole('button', { name: 'Inserir coluna à direita' }).click();
    await expect(text(page).locator('tr')).toHaveCount(4);
    await expect(text(page).locator('th')).toHaveCount(4);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Excluir coluna' }).click();
    await expect(text(page).locator('th')).toHaveText(['Mês', 'Receita', 'Custo']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Excluir tabela' }).click();
    await expect(text(page).locator('table')).toHaveCount(0);
  });

  await test.step('files that few can open say how to convert them', async () => {
    await paste(page, '', [{ name: 'IMG_1.HEIC', type: '', base64: PNG }]);
    await expect(page.getByText('Esta imagem não foi aceita')).toBeVisible();
    await expect(page.getByText(/Exporte a foto como JPEG/)).toBeVisible();
    await expect(text(page).locator('img')).toHaveCount(0);
    await page.getByRole('button', { name: 'Vídeo', exact: true }).click();
    const film = { name: 'IMG_2.MOV', mimeType: 'video/quicktime', buffer: Buffer.from('x') };
    await page.locator('input[accept="video/*"]').setInputFiles(film);
    await expect(page.getByText(/Converta para MP4/)).toBeVisible();
    await expectAccessible(page);
  });
});
