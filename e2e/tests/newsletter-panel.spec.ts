/** The panel's pages of letters by email: from a draft to the last recipient. */
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { insertContent } from './contents-by-api.ts';
import { leaveRecipient, makeOverdue, suppress } from './database.ts';
import { emailsTo, emailTo } from './emails.ts';
import { closeToasts, expect, expectRefusal, expectWholeOnEveryScreen, openAsAdmin, test } from './fixtures.ts';

test.use({ ownServer: true });

/** The first of the demo's readers by address. */
const READER = 'leitor.0.0@exemplo.com.br';

/** The last of them; the outbox shows the newest messages only. */
const LAST_READER = 'leitor.9.3@exemplo.com.br';

const LETTER = '<p>Olá, {primeiro_nome|leitor}.</p><p>Esta é a carta.</p>';

const writeLetter = (request: APIRequestContext, title: string) =>
  insertContent(request, { content_type: 'letter', title, body: LETTER, is_published: true });

const badge = (page: Page, text: string) => page.locator('main p').getByText(text, { exact: true });

/** The number in the dialog's label, as it is to be typed. */
async function numberAsked(page: Page): Promise<string> {
  const label = page.getByRole('dialog').getByText(/^Digite [\d.]+ para confirmar$/);
  return /[\d.]+/.exec(await label.innerText())?.[0] ?? '';
}

/** Saves a new campaign of a letter and opens it; returns its number. */
async function saveDraft(page: Page, title: string): Promise<string> {
  await page.goto('/admin/cartas/nova');
  const letters = page.getByLabel('Carta', { exact: true });
  await expect(letters.getByRole('option', { name: title })).toBeAttached();
  await letters.selectOption({ label: title });
  await expect(page.getByLabel('Assunto')).toHaveValue(title);
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page).toHaveURL(/\/admin\/cartas\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}

async function setRate(page: Page, label: string, value: string): Promise<void> {
  await page.goto('/admin/cartas?parte=ritmo');
  await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('O ritmo de envio foi salvo')).toBeVisible();
}

test('a letter goes from draft to sent, with a pause', async ({ page, complaints, server }) => {
  await writeLetter(page.request, 'Carta da semana');
  await openAsAdmin(page, '/admin/cartas');
  await test.step('an empty list says how to begin', async () => {
    await expect(page.getByRole('heading', { name: 'Nenhuma campanha ainda' })).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await page.getByRole('link', { name: 'Nova campanha' }).click();
    await expect(page).toHaveURL('/admin/cartas/nova');
  });
  await test.step('missing and unknown values are refused', async () => {
    await page.getByLabel('Assunto').fill(' ');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page.getByText('Escolha a carta.')).toBeVisible();
    await expect(page.getByText('Escreva o assunto.')).toBeVisible();
    await expect(page.getByLabel('Carta', { exact: true })).toBeFocused();
    await page.getByLabel('Assunto').fill('');
    await page.getByLabel('Carta', { exact: true }).selectOption({ label: 'Carta da semana' });
    await page.getByLabel('Assunto').fill('Para você, {apelido|leitor}');
    await page.getByLabel('Responder para').fill('sem-arroba');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page.getByText(/ele precisa ser como nome@empresa\.com\.br/)).toBeVisible();
    await page.getByLabel('Responder para').fill('');
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page.getByText(/O campo {apelido} não existe/)).toBeVisible();
    await expectRefusal(complaints, 409);
    await closeToasts(page);
    await page.getByLabel('Assunto').fill('Para você, {primeiro_nome|leitor}');
    await expect(page.getByText(/^\d+ leitores$/)).toBeVisible();
    await page.getByText(/^Ver os primeiros \d+$/).click();
    await expect(page.getByText(READER)).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await page.getByRole('button', { name: 'Salvar rascunho' }).click();
    await expect(page).toHaveURL('/admin/cartas/1');
  });
  const frame = page.frameLocator('iframe[title="Prévia do e-mail"]');
  await test.step('the preview shows a reader, a scheme and the plain text', async () => {
    await expect(frame.getByText('Olá, leitor.')).toBeVisible();
    await page.getByLabel('Nome de quem lê').fill('Ana Prado');
    await expect(frame.getByText('Olá, Ana.')).toBeVisible();
    await expect(page.getByText('Para você, Ana', { exact: true })).toBeVisible();
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(243, 244, 240)');
    await page.getByText('Escuro', { exact: true }).click();
    await expect(frame.locator('body')).toHaveCSS('background-color', 'rgb(12, 20, 17)');
    await page.getByText('Texto simples', { exact: true }).first().click();
    await expect(page.getByRole('region', { name: 'Texto simples do e-mail' })).toContainText('Olá, Ana.');
    await expectWholeOnEveryScreen(page);
  });
  await test.step('a test goes to oneself only', async () => {
    await expect(page.getByText('Ainda não, desde a última mudança.')).toBeVisible();
    await page.getByRole('button', { name: 'Enviar teste para mim' }).click();
    await expect(page.getByText('Foi para admin@demo.test.')).toBeVisible();
    expect((await emailTo(page.request, 'admin@demo.test')).subject).toContain('Para você');
    expect(await emailsTo(page.request, READER)).toEqual([]);
    await closeToasts(page);
  });
  await setRate(page, 'E-mails por minuto', '20');
  let count = '';
  await test.step('the number of people has to be typed', async () => {
    await page.goto('/admin/cartas/1');
    await page.getByRole('button', { name: /^Enviar a \d+ pessoas$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Enviar a carta' });
    count = await numberAsked(page);
    await dialog.getByRole('textbox').fill('7');
    await dialog.getByRole('button', { name: 'Enviar agora' }).click();
    await expect(dialog.getByText(`O número não confere: são ${count}.`)).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await dialog.getByRole('textbox').fill(count);
    await dialog.getByRole('textbox').press('Enter');
    await expect(page.getByText('O envio começou', { exact: true })).toBeVisible();
  });
  const state = (name: string) =>
    page
      .locator('dl > div', { has: page.getByText(name, { exact: true }) })
      .locator('dd')
      .first();
  await test.step('a pause stops it at once', async () => {
    await expect(state('Entregue ao servidor')).toHaveText('20');
    await expect(badge(page, 'Enviando')).toBeVisible();
    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(badge(page, 'Pausada')).toBeVisible();
    await expect(page.getByText('Pausado. Nada sai até você continuar.')).toBeVisible();
    await expect(state('À espera')).toHaveText(String(Number(count) - 20));
    await closeToasts(page);
    await expectWholeOnEveryScreen(page);
  });
  await setRate(page, 'E-mails por minuto', '0');
  await test.step('the campaign resumes and reaches everyone', async () => {
    await page.goto('/admin/cartas/1');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(badge(page, 'Enviada')).toBeVisible();
    await expect(state('Entregue ao servidor')).toHaveText(count);
    await expect(state('À espera')).toHaveText('0');
    await expect(page.getByRole('heading', { name: `Destinatários (${count})` })).toBeVisible();
    await closeToasts(page);
    await expectWholeOnEveryScreen(page);
    expect((await emailsTo(page.request, LAST_READER)).map(({ subject }) => subject)).toEqual(['Para você, leitor']);
  });
  await test.step('a recipient is found by the beginning of the address', async () => {
    await page.getByRole('searchbox').fill('leitor.7.1');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.locator('tbody tr')).toContainText('leitor.7.1@exemplo.com.br');
    await page.getByRole('searchbox').fill('7.1@exemplo');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { name: 'Ninguém encontrado' })).toBeVisible();
  });
  await test.step('an uncertain recipient gets it again on request', async () => {
    leaveRecipient(server, '1', '1', 'uncertain');
    await page.goto('/admin/cartas/1?situacao=uncertain');
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await page.getByRole('button', { name: 'Reenviar aos incertos' }).click();
    const question = page.getByRole('alertdialog', { name: 'Reenviar aos incertos?' });
    await expect(question).toContainText('pode recebê-la duas vezes');
    await question.getByRole('button', { name: 'Reenviar' }).click();
    await expect(state('Incerto')).toHaveText('0');
    await expect(badge(page, 'Enviada')).toBeVisible();
  });
  await test.step('visits by its links are counted', async () => {
    const visits = page.locator('dl > div', { hasText: 'Visitas ao site pela carta' }).locator('dd').first();
    await expect(visits).toHaveText('0');
    const reader = await page.context().newPage();
    await reader.goto('/sobre?utm_source=carta-1&utm_medium=email');
    await reader.close();
    await expect(async () => {
      await page.reload();
      await expect(visits).toHaveText('1');
    }).toPass();
  });
  await test.step('a second draft has the readers that missed it', async () => {
    leaveRecipient(server, '1', '2', 'failed');
    await page.reload();
    await expect(page.getByText('1 pessoa da lista não recebeu esta carta.')).toBeVisible();
    await expectWholeOnEveryScreen(page);
    await page.getByRole('button', { name: 'Enviar a quem não recebeu' }).click();
    await expect(page).toHaveURL('/admin/cartas/2');
    await expect(badge(page, 'Rascunho')).toBeVisible();
    await expect(page.getByLabel('Não recebeu a campanha', { exact: true })).toHaveValue('1');
    await expect(page.getByText(/^1 leitor$/)).toBeVisible();
    await expectWholeOnEveryScreen(page);
  });
  await page.goto('/admin/cartas');
  await expect(page.getByRole('row', { name: /Para você.*Enviada/ })).toContainText(count);
  await expectWholeOnEveryScreen(page);
});

test('an overdue campaign asks, and is cancelled', async ({ page, server }) => {
  await writeLetter(page.request, 'Carta marcada');
  await openAsAdmin(page);
  const number = await saveDraft(page, 'Carta marcada');
  const dialog = page.getByRole('dialog', { name: 'Agendar o envio' });
  const schedule = async () => {
    await closeToasts(page);
    await page.getByRole('button', { name: 'Agendar' }).click();
    const count = await numberAsked(page);
    await dialog.getByLabel('Dia e hora').fill('2001-02-03T08:00');
    await dialog.getByLabel(/^Digite/).fill(count);
    await dialog.getByRole('button', { name: 'Agendar' }).click();
    await expect(dialog.getByText('Escolha um horário no futuro.')).toBeVisible();
    await dialog.getByLabel('Dia e hora').fill('2099-02-03T08:00');
    await dialog.getByRole('button', { name: 'Agendar' }).click();
    await expect(badge(page, 'Agendada')).toBeVisible();
  };
  await schedule();
  await expect(page.getByText('03/02/2099 08:00', { exact: true })).toBeVisible();
  await closeToasts(page);
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Voltar ao rascunho' }).click();
  await expect(badge(page, 'Rascunho')).toBeVisible();
  await schedule();
  makeOverdue(server, number);
  await page.reload();
  await expect(page.getByRole('heading', { name: /^Esta carta está atrasada/ })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Não enviar' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancelar a campanha?' });
  await question.getByRole('button', { name: 'Voltar' }).click();
  await expect(page.getByRole('button', { name: 'Não enviar' })).toBeFocused();
  await page.getByRole('button', { name: 'Não enviar' }).click();
  await question.getByRole('button', { name: 'Cancelar a campanha' }).click();
  await expect(page.getByRole('heading', { name: 'Cancelada antes do envio' })).toBeVisible();
  await expect(badge(page, 'Cancelada')).toBeVisible();
});

test('a changed number of readers is refused', async ({ page, complaints, server }) => {
  await writeLetter(page.request, 'Carta recusada');
  await openAsAdmin(page);
  await saveDraft(page, 'Carta recusada');
  await page.getByRole('button', { name: /^Enviar a \d+ pessoas$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar a carta' });
  const count = await numberAsked(page);
  suppress(server, 'leitor.1.0@exemplo.com.br');
  await dialog.getByRole('textbox').fill(count);
  await dialog.getByRole('button', { name: 'Enviar agora' }).click();
  await expect(dialog.getByText(`O segmento tem agora ${Number(count) - 1} destinatários.`)).toBeVisible();
  await expectRefusal(complaints, 409);
  await expect(dialog.getByText(`Digite ${Number(count) - 1} para confirmar`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.goto('/admin/cartas?parte=suprimidos');
  await expect(page.getByRole('row', { name: /leitor\.1\.0/ })).toContainText('O endereço não existe ou está fechado');
  await expectWholeOnEveryScreen(page);
  await page.getByRole('searchbox').fill('ninguém');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('heading', { name: 'Nenhum endereço encontrado' })).toBeVisible();
});

test('a segment is asked together, named, chosen and deleted', async ({ page, complaints }) => {
  await writeLetter(page.request, 'Carta a uma parte');
  await openAsAdmin(page, '/admin/cartas?parte=segmentos');
  await expect(page.getByRole('heading', { name: 'Nenhum segmento ainda' })).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Novo segmento' });
  const begin = async (name: string) => {
    await page.getByRole('button', { name: 'Novo segmento' }).click();
    await dialog.getByLabel('Nome').fill(name);
  };
  await begin('Quem não é membro');
  await dialog.getByRole('button', { name: 'Acrescentar pergunta' }).click();
  await page.getByRole('menuitem', { name: 'Tem a etiqueta' }).click();
  await expect(dialog.getByText('Complete as perguntas para contar os leitores.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Salvar segmento' }).click();
  await expect(dialog.getByText('Escreva a etiqueta.')).toBeVisible();
  await dialog.getByLabel('Tem a etiqueta', { exact: true }).fill('ninguém a tem');
  await expect(dialog.getByText('0 leitores')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await dialog.getByRole('button', { name: 'Tirar a pergunta: Tem a etiqueta' }).click();
  await dialog.getByRole('button', { name: 'Acrescentar pergunta' }).click();
  await page.getByRole('menuitem', { name: 'Não é membro' }).click();
  await dialog.getByRole('button', { name: 'Salvar segmento' }).click();
  await expect(page.getByText(/^Quem não é membro · salvo em/)).toBeVisible();
  await closeToasts(page);
  await expectWholeOnEveryScreen(page);
  await begin('Quem não é membro');
  await dialog.getByRole('button', { name: 'Salvar segmento' }).click();
  await expect(dialog.getByText('Já existe um segmento com este nome.')).toBeVisible();
  await expectRefusal(complaints, 409);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  await saveDraft(page, 'Carta a uma parte');
  await closeToasts(page);
  await page.getByLabel('Segmento').selectOption('Quem não é membro');
  await expect(page.getByText('Há alterações que ainda não foram salvas.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar teste para mim' })).toBeDisabled();
  await page.getByRole('button', { name: 'Salvar rascunho' }).click();
  await expect(page.getByText('O rascunho foi salvo')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Segmento')).toHaveValue(/.{10}/);

  await page.goto('/admin/cartas?parte=segmentos');
  await page.getByRole('button', { name: 'Apagar o segmento Quem não é membro' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar' }).click();
  await expect(page.getByRole('heading', { name: 'Nenhum segmento ainda' })).toBeVisible();
});

test('subscribers are downloaded, and rates have ranges', async ({ page }) => {
  await openAsAdmin(page, '/admin/cartas?parte=inscritos');
  await expect(page.getByRole('heading', { name: /^Inscritos \(\d+\)$/ })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('searchbox').fill('leitor.7.1@');
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(/parte=inscritos/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toEqual([
    '\uFEFFE-mail;Situação;Inscrição;Confirmação;Consentimento;Origem do consentimento;Saída;Etiquetas',
    expect.stringMatching(
      /^leitor\.7\.1@exemplo\.com\.br;Recebe;(\d\d\/\d\d\/\d{4} \d\d:\d\d;){3}Formulário do site;;$/,
    ),
  ]);
  await page.getByLabel('Situação').selectOption('Saiu');
  await expect(page.getByRole('heading', { name: 'Ninguém encontrado' })).toBeVisible();

  await page.goto('/admin/cartas');
  await page.getByRole('tab', { name: 'Ritmo de envio' }).click();
  await page.getByLabel('Conexões ao mesmo tempo').fill('51');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Informe um número inteiro de 1 a 50.')).toBeVisible();
  await expect(page.getByLabel('Conexões ao mesmo tempo')).toBeFocused();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByLabel('Conexões ao mesmo tempo')).toHaveValue('4');
});

test('the second to save a draft chooses between two versions', async ({ page, complaints }) => {
  await writeLetter(page.request, 'Carta a quatro mãos');
  await openAsAdmin(page);
  const number = await saveDraft(page, 'Carta a quatro mãos');
  await closeToasts(page);
  const other = await page.context().newPage();
  await other.goto(`/admin/cartas/${number}`);
  const subject = (of: Page) => of.getByLabel('Assunto');
  const save = (of: Page) => of.getByRole('button', { name: 'Salvar rascunho' }).click();
  const dialog = page.getByRole('dialog', { name: 'Este rascunho foi alterado' });
  const saved = (of: Page) => expect(of.getByText('O rascunho foi salvo')).toBeVisible();
  await subject(page).fill('Da primeira aba');
  await subject(other).fill('Da segunda aba');
  await save(other);
  await saved(other);
  await save(page);
  await expect(dialog.getByText('Da primeira aba')).toBeVisible();
  await expect(dialog.getByText('Da segunda aba')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Ficar com a outra' }).click();
  await expect(subject(page)).toHaveValue('Da segunda aba');
  await subject(page).fill('De novo da primeira');
  await subject(other).fill('De novo da segunda');
  await save(other);
  await expect(other.getByRole('heading', { level: 2, name: 'De novo da segunda' })).toBeVisible();
  await save(page);
  await dialog.getByRole('button', { name: 'Manter a minha' }).click();
  await saved(page);
  await page.reload();
  await expect(subject(page)).toHaveValue('De novo da primeira');
  await other.close();
  expect(complaints).toEqual([]);
});

test('subscribers are imported once, after a rehearsal', async ({ page, complaints }) => {
  await openAsAdmin(page, '/admin/cartas?parte=inscritos');
  await page.getByRole('button', { name: 'Importar planilha' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar inscritos' });
  await dialog.getByRole('button', { name: 'Importar', exact: true }).click();
  await expect(dialog.getByText('Escolha um arquivo.')).toBeVisible();
  const choose = (text: string) =>
    dialog
      .getByLabel('Arquivo de inscritos')
      .setInputFiles({ name: 'feira.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await choose('Nome;Data\nAna;2025');
  await expect(page.getByText('Falta a coluna E-mail na primeira linha do arquivo.')).toBeVisible();
  await expectRefusal(complaints, 400);
  await closeToasts(page);
  const file = `E-mail;Data;Origem\nnova@exemplo.com.br;12/03/2024;Feira de São Paulo\n${READER};01/01/2024;Feira\nsem@exemplo.com.br;;Feira`;
  await choose(file);
  await expect(dialog.getByText('Linha 4, sem@exemplo.com.br: Falta a data do consentimento.')).toBeVisible();
  await expect(dialog.getByText('Já inscritos: continuam como estão')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await dialog.getByRole('button', { name: 'Importar 1 endereço', exact: true }).click();
  await expect(page.getByText('1 endereço na lista. Nada foi enviado.')).toBeVisible();
  expect(await emailsTo(page.request, 'nova@exemplo.com.br')).toEqual([]);
  await page.getByRole('searchbox').fill('nova@exemplo');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  const columns = page.locator('tbody td');
  await expect(columns.nth(4)).toContainText('Feira de São Paulo');
  // A cell without tags keeps its column.
  const heads = page.locator('thead th');
  for (const at of [3, 4]) {
    expect((await columns.nth(at).boundingBox())?.x).toBe((await heads.nth(at).boundingBox())?.x);
  }
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Importar planilha' }).click();
  await choose(file);
  await dialog.getByRole('button', { name: 'Importar 0 endereços' }).click();
  await expect(dialog.getByText('Nenhum endereço novo a importar.')).toBeVisible();
});

test('a price change is announced once, no earlier than promised', async ({ page, complaints }) => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await openAsAdmin(page, '/admin/cartas?parte=avisos');
  await expect(page.getByRole('heading', { name: 'Nenhum aviso ainda' })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('button', { name: 'Novo aviso' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ver a prévia' }).click();
  await expect(dialog.getByText('Escolha o dia.')).toBeVisible();
  await expect(dialog.getByText('Escreva o título.')).toBeVisible();
  await dialog.getByLabel('Vale a partir de').fill(dayIn(20));
  await dialog.getByLabel('Título').fill('O plano Scale muda de preço');
  await dialog.getByLabel('O que muda, nas suas palavras').fill('Passa a R$ 120 por mês.\n\nObrigado.');
  await dialog.getByText('Scale', { exact: true }).click();
  await expect(dialog.getByText(/Os seus termos prometem 30 dias de antecedência/).first()).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await dialog.getByLabel('Vale a partir de').fill(dayIn(40));
  await dialog.getByRole('button', { name: 'Ver a prévia' }).click();
  const frame = page.frameLocator('iframe[title="Prévia do e-mail"]');
  await expect(frame.getByText('Passa a R$ 120 por mês.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  const count = await numberAsked(page);
  await dialog.getByRole('button', { name: 'Voltar ao texto' }).click();
  await expect(dialog.getByLabel('Título')).toHaveValue('O plano Scale muda de preço');
  await dialog.getByRole('button', { name: 'Ver a prévia' }).click();
  await dialog.getByLabel(/^Digite [\d.]+ para confirmar$/).fill(count);
  await dialog.getByRole('button', { name: 'Enviar agora' }).click();
  await expect(page.getByText('O aviso está saindo', { exact: true })).toBeVisible();
  await expect(page.getByText('Enviado', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(new RegExp(`· ${count} enviados? ·`))).toBeVisible();
  const emails = await emailsTo(page.request, 'membro@demo.test');
  expect(emails.filter(({ subject }) => subject === 'O plano Scale muda de preço')).toHaveLength(1);
  await expectWholeOnEveryScreen(page);
  expect(complaints).toEqual([]);
});
