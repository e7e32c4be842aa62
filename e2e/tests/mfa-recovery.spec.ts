/** One member's account security from sign-up through loss of the telephone to deletion. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { chosen, fillLogin, mfaHeading, region, SETTINGS, totp } from './accounts.ts';
import { emailTo, linkOf } from './emails.ts';
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts';
import { filesOf } from './zip.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const secondStep = (page: Page) => region(page, 'Verificação em duas etapas');

/** Signs in with the password, up to the second factor. */
async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto(SETTINGS);
  await fillLogin(page, email);
  await expect(mfaHeading(page)).toBeVisible();
}

async function enterWithApp(page: Page, email: string, code: string): Promise<void> {
  await givePassword(page, email);
  await page.getByLabel('Código do aplicativo autenticador').fill(code);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page).toHaveURL(SETTINGS);
  await expect(secondStep(page).getByText('2FA Ativo')).toBeVisible();
}

/** Sets up an authenticator app by its typed key; returns that key. */
async function setUpApp(part: Locator): Promise<string> {
  await part.getByRole('button', { name: 'Configurar aplicativo' }).click();
  await expect(part.getByRole('img', { name: /Código QR/ })).toBeVisible();
  const secret = (await part.locator('code').first().textContent()) ?? '';
  await part.getByLabel('Código do aplicativo').fill(totp(secret));
  await part.getByRole('button', { name: 'Ativar' }).click();
  await expect(part.getByText('2FA Ativo')).toBeVisible();
  return secret;
}

async function keepCodes(part: Locator): Promise<string[]> {
  await part.getByRole('button', { name: 'Gerar códigos' }).click();
  await expect(part.getByRole('heading', { name: 'Guarde estes códigos agora' })).toBeFocused();
  // Asked for after the codes: a session that ends before the answer would have it refused.
  await expect(part.getByText('10 de 10 ainda valem.')).toBeVisible();
  return part.locator('li code').allTextContents();
}

async function askErasure(part: Locator): Promise<void> {
  await part.getByRole('button', { name: 'Excluir conta' }).click();
  await part.getByLabel('Digite EXCLUIR para confirmar').fill('EXCLUIR');
  await part.getByRole('button', { name: 'Excluir minha conta' }).click();
}

test('a member protects, loses and recovers the account', async ({ page, browser, request, baseURL, complaints }) => {
  // As long as ten other tests.
  test.setTimeout(240_000);
  const email = 'vida@exemplo.com.br';
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '', userAgent: firefox });
  const other = await elsewhere.newPage();
  const outside = () => other.waitForURL(/\/membros\/apresentacao/);
  let codes: string[] = [];
  let app = '';

  await test.step('signs up and confirms by the link of the email', async () => {
    await page.goto(`/conta/criar?next=${encodeURIComponent(SETTINGS)}`);
    await page.getByLabel('Nome').fill('Rita Vieira');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(chosen);
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Confirme seu e-mail' })).toBeVisible();
    await page.goto(linkOf(await emailTo(request, email)));
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(page).toHaveURL(SETTINGS);
    await expect(page.getByRole('heading', { level: 1, name: 'Configurações' })).toBeVisible();
  });

  await test.step('sets up an app and prints only the ten codes', async () => {
    app = await setUpApp(secondStep(page));
    // Also beside an open form, which is not printed.
    await secondStep(page).getByRole('button', { name: 'Configurar SMS' }).click();
    codes = await keepCodes(secondStep(page));
    expect(new Set(codes).size).toBe(10);
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-was-printed', '');
    });
    await secondStep(page).getByRole('button', { name: 'Imprimir' }).click();
    await expect(page.locator('html[data-was-printed]')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(codes[9] ?? '')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Guarde estes códigos agora' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sessões' })).toBeHidden();
    await expect(page.getByLabel('Telefone')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await secondStep(page).getByRole('button', { name: 'Já guardei' }).click();
    await secondStep(page).getByRole('button', { name: 'Cancelar' }).click();
  });

  await test.step('signs out, and in from another browser with the app', async () => {
    await page.getByRole('button', { name: 'Sair' }).first().click();
    await expect(page).toHaveURL(/\/membros\/apresentacao/);
    await enterWithApp(other, email, totp(app, 1));
  });

  await test.step('signs in with a recovery code and gets an email', async () => {
    await givePassword(page, email);
    await page.getByRole('button', { name: 'Código de recuperação' }).click();
    await page.getByLabel('Código de recuperação').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page).toHaveURL(SETTINGS);
    await expect(secondStep(page).getByText('9 de 10 ainda valem.')).toBeVisible();
    await expect.poll(async () => (await emailTo(request, email)).subject).toBe('Um código de recuperação foi usado');
  });

  await test.step('replaces the lost app', async () => {
    const part = secondStep(page);
    await part.getByRole('button', { name: 'Remover Aplicativo autenticador' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
    await expect(page.getByText('2FA desativado')).toBeVisible();
    await expect.poll(async () => (await emailTo(request, email)).subject).toBe('Segunda etapa removida');
    app = await setUpApp(part);
    await expect.poll(async () => (await emailTo(request, email)).subject).toBe('Verificação em duas etapas ativada');
    await other.reload();
    await outside();
    for (const code of await keepCodes(part)) expect(codes).not.toContain(code);
    await part.getByRole('button', { name: 'Já guardei' }).click();
  });

  await test.step('ends the session of the other browser', async () => {
    await enterWithApp(other, email, totp(app, 1));
    await page.reload();
    const part = region(page, 'Sessões');
    await expect(part.getByRole('heading', { level: 3, name: 'Firefox no Windows' })).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await part.getByRole('button', { name: 'Encerrar Firefox no Windows' }).click();
    await expect(page.getByText('Sessão encerrada', { exact: true })).toBeVisible();
    await expect(part.getByRole('heading', { level: 3 })).toHaveCount(1);
    await other.getByRole('button', { name: 'Baixar dados' }).click();
    await expect(other.getByLabel('Senha')).toBeVisible();
    await other.reload();
    await outside();
  });

  await test.step('exports only the data of the account', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar dados' }).click();
    const files = filesOf(await readFile(await (await downloading).path()));
    const rows = [...files].flatMap(([name, text]) => (name.endsWith('.json') ? JSON.parse(text) : []));
    const [account, ...more] = JSON.parse(files.get('dados/users.json') ?? '[]');
    expect(account).toMatchObject({ email });
    expect(more).toEqual([]);
    expect(JSON.parse(files.get('dados/consents.json') ?? '[]')).toHaveLength(2);
    for (const row of rows) expect(row.user_id ?? account.id).toBe(account.id);
    const text = [...files.values()].join('\n');
    expect(text).not.toContain('@demo.test');
    expect(text, 'no secret leaves, not even a sealed one').not.toMatch(/"(secret|encrypted_password|digest)"/);
  });

  await test.step('asks to be erased, thinks again, and asks again', async () => {
    const part = region(page, 'Privacidade');
    const notice = page.getByRole('status').filter({ hasText: 'Sua conta será excluída em' });
    await askErasure(part);
    await expect(notice).toBeVisible();
    await notice.getByRole('button', { name: 'Cancelar exclusão' }).click();
    await expect(notice).toHaveCount(0);
    await askErasure(part);
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(notice).toBeVisible();
  });

  expect(complaints).toEqual([]);
});
