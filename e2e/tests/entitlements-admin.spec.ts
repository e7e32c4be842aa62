/** Entitlements of plans in the panel: proposals, early dates, priority, other products’ charges. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { createMember, openSignedIn, rowsOf } from './accounts.ts';
import { openCheckout } from './checkout.ts';
import { insert } from './community.ts';
import { insertContent } from './contents-by-api.ts';
import { addOtherCharge } from './database.ts';
import { emailAbout } from './emails.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectComplaints,
  expectWholeOnEveryScreen,
  openAsAdmin,
  openFilters,
  openHydrated,
  test,
} from './fixtures.ts';

// What is proposed, and the term of priority, belong to the whole site.
test.use({ ownServer: true });

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Propor benefícios' });

const openProposals = (page: Page, count: number) => page.getByRole('button', { name: `Propor benefícios (${count})` });

async function entitlementsOf(request: APIRequestContext, table: string, ids: readonly string[]): Promise<string[]> {
  const query = `select=entitlement&id=in.(${ids.join()})&order=id`;
  const rows: { entitlement: string }[] = await (await request.get(`/rest/v1/${table}?${query}`)).json();
  return rows.map(({ entitlement }) => entitlement);
}

test('proposed benefits are applied to all at once and undone', async ({ page, request, complaints }) => {
  const old = { is_member_only: true, is_published: true, entitlement: 'updates' };
  const ids = [
    await insertContent(request, { ...old, title: 'Um artigo antigo' }),
    await insertContent(request, { ...old, title: 'Um documento antigo', content_type: 'pdf', file_url: '/a.pdf' }),
  ].sort();
  await openAsAdmin(page, '/admin?aba=conteudos');
  const dialog = dialogOf(page);
  await openProposals(page, 2).press('Enter');
  const article = dialog.getByRole('listitem').filter({ hasText: 'Um artigo antigo' });
  await expect(article).toContainText('Atualizações de conteúdo → Artigos exclusivos');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Um documento antigo' })).toContainText(
    'Atualizações de conteúdo → Materiais para baixar',
  );
  await expectWholeOnEveryScreen(page);
  await page.keyboard.press('Escape');
  await expect(openProposals(page, 2)).toBeFocused();

  const procedure = '**/rpc/set_content_entitlements';
  await page.route(procedure, (route) => route.fulfill({ status: 500, json: { code: 'unexpected', message: '' } }));
  await openProposals(page, 2).click();
  await dialog.getByRole('button', { name: 'Aplicar a todos' }).click();
  await expect(page.getByText('Não foi possível aplicar os benefícios.')).toBeVisible();
  await expect(article, 'the dialog stays').toBeVisible();
  await expectComplaints(complaints, /status of 500|^Não foi possível aplicar/);
  await page.unroute(procedure);
  await dialog.getByRole('button', { name: 'Aplicar a todos' }).click();
  await expect(page.getByText('2 conteúdos com o benefício proposto')).toBeVisible();
  await expect(openProposals(page, 2)).toHaveCount(0);
  expect((await entitlementsOf(request, 'contents', ids)).sort()).toEqual(['articles', 'downloads']);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('Benefícios restaurados')).toBeVisible();
  await expect(openProposals(page, 2)).toBeVisible();
  expect(await entitlementsOf(request, 'contents', ids)).toEqual(['updates', 'updates']);

  await page.goto('/admin/cursos');
  await openProposals(page, 1).click();
  const course = dialog.getByRole('listitem');
  await expect(course).toContainText('Atualizações de conteúdo → Cursos gravados');
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await expect(page.getByText('1 curso com o benefício proposto')).toBeVisible();
  await expect(openProposals(page, 1)).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(openProposals(page, 1)).toBeVisible();
});

/** Returns the day and hour `days` from now, in the form of a field. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);

test('an early date shows a content to some members first', async ({ page, other, request, server }) => {
  const title = 'Lido antes dos outros';
  const id = await insertContent(request, { title, is_published: true, is_member_only: true });
  await openAsAdmin(page, `/admin/conteudos/${id}`);
  const opens = page.getByLabel(/^Aberto a todos em/);
  const ends = page.getByLabel(/^Tirar do ar em/);
  const save = page.getByRole('button', { name: 'Atualizar' });

  await test.step('a time typed in part, past, or after the end is refused', async () => {
    await opens.pressSequentially('1');
    await save.click();
    await expect(page.getByText('Complete o dia e a hora, ou apague os dois.')).toBeVisible();
    await expect(opens).toBeFocused();
    await expectWholeOnEveryScreen(page);
    await opens.fill(inDays(-3));
    await expect(page.getByText('Escolha um horário no futuro.')).toBeVisible();
    await opens.fill(inDays(3));
    await ends.fill(inDays(2));
    await save.click();
    await expect(page.getByText('Escolha um horário depois da abertura a todos.')).toBeVisible();
    expect((await rowsOf(server, 'contents', `id=eq.${id}&select=visible_from`))[0]?.visible_from).toBeNull();
    await ends.fill('');
    await save.click();
    await expect(page.getByText('Conteúdo atualizado!')).toBeVisible();
    await page.goto('/admin?aba=conteudos');
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText(/Antecipado até \d\d\/\d\d\/\d{4}/);
  });

  for (const [plan, sees] of [
    ['professional', true],
    ['scale', false],
  ] as const) {
    await test.step(`${plan} ${sees ? 'reads it' : 'does not see it'}`, async () => {
      const email = `antes-${plan}@exemplo.com.br`;
      await createMember(server, email, plan);
      await openSignedIn(other, email, `${server.url}/membros/conteudos`);
      await expect(other.getByRole('link', { name: 'A conversa que você está adiando' }).first()).toBeVisible();
      await expect(other.getByRole('link', { name: title })).toHaveCount(sees ? 1 : 0);
      await other.goto(`${server.url}/membros/conteudo/${id}`);
      const heading = other.getByRole('heading', { level: 1, name: title });
      if (sees) return expect(heading).toBeVisible();
      await expect(other, 'as one that is not there').toHaveURL(`${server.url}/membros/conteudos`);
    });
  }
  expect(await (await request.get(`/rest/v1/contents?select=id&id=eq.${id}`)).json(), 'visitors').toEqual([]);
});

test('an early date shows a course to some members first', async ({ page, other, server }) => {
  const id = crypto.randomUUID();
  const title = 'Curso aberto antes a alguns';
  await insert(server, 'courses', { id, title, level: 'Iniciante', is_published: true });
  await openAsAdmin(page, `/admin/cursos/${id}?parte=dados`);
  const opens = page.getByLabel(/^Aberto a todos em/);
  const save = page.getByRole('button', { name: 'Salvar dados' });
  await opens.pressSequentially('1');
  await save.click();
  await expect(page.getByText('Complete o dia e a hora, ou apague os dois.')).toBeVisible();
  await opens.fill(inDays(-3));
  await expect(page.getByText('Escolha um horário no futuro.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await opens.fill(inDays(3));
  await save.click();
  await expect(page.getByText('Os dados do curso foram salvos')).toBeVisible();
  await page.goto('/admin/cursos');
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('Antecipado até');
  for (const [plan, sees] of [
    ['professional', true],
    ['scale', false],
  ] as const) {
    const email = `curso-antes-${plan}@exemplo.com.br`;
    await createMember(server, email, plan);
    await openSignedIn(other, email, `${server.url}/membros/aprendizagem`);
    await other.getByRole('link', { name: 'Todos os cursos' }).click();
    await expect(other.getByRole('link', { name: 'Metodologia de tração' })).toBeVisible();
    await expect(other.getByRole('link', { name: title })).toHaveCount(sees ? 1 : 0);
  }
});

async function write(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Nome').fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Assunto').selectOption('Outros Assuntos');
  await page.getByLabel('Mensagem').fill(`Uma pergunta de ${name}.`);
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByText('Retornarei o contato em até 24 horas.')).toBeVisible();
}

test('a message of a member with priority comes first', async ({ page, other, server }) => {
  const email = 'prioridade@exemplo.com.br';
  await createMember(server, email, 'professional');
  await openHydrated(other, `${server.url}/contato`);
  await write(other, 'Paula Prioridade', email);
  await other.reload();
  await write(other, 'Vera Visitante', 'vera@exemplo.com.br');

  await openAsAdmin(page, '/admin/mensagens');
  const rows = page.getByRole('main').getByRole('listitem');
  const mine: Locator = rows.filter({ hasText: 'Paula Prioridade' });
  await expect(rows.first(), 'before newer ones without priority').toContainText('Paula Prioridade');
  await expect(mine).toContainText('Prioridade');
  await expect(mine).toContainText('Responder em até 8 horas úteis.');
  await expect(rows.filter({ hasText: 'Vera Visitante' })).not.toContainText('Responder em até');
  await expectWholeOnEveryScreen(page);

  await test.step('the owner chooses the term', async () => {
    const open = page.getByRole('button', { name: 'Prazo da prioridade: 8 horas úteis' });
    await open.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Prazo da prioridade' });
    const hours = dialog.getByLabel('Horas úteis');
    await expect(hours).toHaveValue('8');
    await hours.fill('900');
    await hours.press('Enter');
    await expect(dialog.getByText('De 1 a 72 horas úteis.')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press('Escape');
    await expect(open).toBeFocused();
    await open.click();
    await hours.fill('1');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expect(page.getByText('Prazo salvo')).toBeVisible();
    await expect(mine).toContainText('Responder em até 1 hora útil.');
  });

  await test.step('an answered message waits no more', async () => {
    await mine.getByRole('button', { name: 'Marcar como respondida' }).click();
    await expect(mine).toContainText('Respondida');
    await expect(mine).not.toContainText('Responder em até');
    await expect(rows.first()).not.toContainText('Paula Prioridade');
  });
});

test('payment pages and charges of other products stand apart', async ({ page, other, server }) => {
  const email = await openCheckout(server, other, 'Update');
  await openHydrated(other, `${server.url}/pricing`);
  await other.getByRole('link', { name: 'Assinar o Scale' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Plano Scale' })).toBeVisible();
  addOtherCharge(server, email, 'MENT-0001', 450_000);

  await openAsAdmin(page, '/admin/cobrancas');
  await openFilters(page);
  await page.getByLabel('Situação').selectOption('De outro produto');
  const charges = page.locator('tbody tr:visible');
  await expect(charges).toHaveCount(1);
  await expect(charges).toContainText(/R\$\s4\.500,00 Cobrança de outro produto/);
  await expectWholeOnEveryScreen(page);
  await charges.getByRole('link', { name: 'Clara Nogueira' }).click();

  const part = (name: string) => page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });
  const receipt = part('Recibos').locator('tbody tr');
  await expect(receipt).toContainText('Cobrança de outro produto');
  await expect(part('Situação')).toContainText('Nunca foi membro');
  await expect(part('Páginas de pagamento')).toContainText('Scale: aberta');
  await expect(part('Páginas de pagamento')).toContainText('Update: expirou sem pagamento');
  await expectWholeOnEveryScreen(page);
  await receipt.getByRole('button', { name: 'Ações do recibo MENT-0001' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Devolver parte' }), 'given back elsewhere').toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Reenviar o recibo' }).click();
  await expect(page.getByText('Recibo reenviado.', { exact: true })).toBeVisible();
  expect((await emailAbout(page.request, email, 'Seu recibo')).text).toContain('Referente a: Outro produto');
});
