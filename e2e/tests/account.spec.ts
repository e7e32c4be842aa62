/** The settings of an account: every change is real, and codes are read from the outbox. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { createAccount, expectSettings, fillLogin, region, SETTINGS, signInByApi, totp } from './accounts.ts';
import { emailTo, smsCodeOf } from './emails.ts';
import {
  closeToasts,
  expect,
  expectAccessible,
  expectRefusal,
  expectWholeOnEveryScreen,
  holdRequests,
  password,
  test,
} from './fixtures.ts';
import type { Server } from './server.ts';
import { addVirtualAuthenticator, namedOrigin } from './virtual-authenticator.ts';

/** Creates a confirmed account and opens its settings; returns its address. */
async function openSettings(server: Server, page: Page, name: string, origin = ''): Promise<string> {
  const email = `${name}@conta.test`;
  await createAccount(server, email, { password });
  await signInByApi(page, email, { origin });
  await page.goto(origin + SETTINGS);
  await expectSettings(page);
  return email;
}

test('every part of the settings is reached from the list', async ({ page, server }) => {
  const email = 'aberta@conta.test';
  await createAccount(server, email, { password });
  await page.goto(SETTINGS);
  await expect(page).toHaveURL(/\/membros\/apresentacao\?next=/);
  await fillLogin(page, email, password);
  await expectSettings(page);
  await expect(page).toHaveURL(SETTINGS);
  await closeToasts(page);
  for (const name of ['Conta', 'Verificação em duas etapas', 'Sessões', 'Notificações', 'Privacidade', 'Assinatura']) {
    await expect(region(page, name)).toBeVisible();
  }
  await expect(page.getByText('Esta sessão')).toBeVisible();
  await expect(page.getByRole('switch', { name: /Carta semanal/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Privacidade' }).click();
  await expect(region(page, 'Privacidade')).toBeInViewport();
  await expectWholeOnEveryScreen(page);
});

test('the settings do not move once they are shown', { tag: '@phone' }, async ({ page, server }) => {
  const answer = await holdRequests(page, '**/auth/v1/settings');
  await openSettings(server, page, 'calma');
  await expect(page.getByRole('status', { name: 'Carregando as configurações' })).toBeVisible();
  const button = page.getByRole('button', { name: 'Configurar aplicativo' });
  await expect(button).toBeHidden();
  answer();
  await expect(button).toBeVisible();
  const place = async () => (await region(page, 'Assinatura').boundingBox())?.y;
  const shown = await place();
  await page.waitForLoadState('networkidle');
  expect(await place()).toBe(shown);
});

test('an authenticator app is added, with codes, and removed', async ({ page, server, complaints }) => {
  await openSettings(server, page, 'aplicativo');
  const part = region(page, 'Verificação em duas etapas');
  // A set-up that is begun and left takes nothing from the next.
  for (const left of [true, false]) {
    await part.getByRole('button', { name: 'Configurar aplicativo' }).click();
    await expect(part.getByRole('img', { name: /Código QR/ })).toBeVisible();
    if (left) await page.reload();
  }
  const secret = (await part.locator('code').first().textContent()) ?? '';
  await expectWholeOnEveryScreen(page);

  await part.getByRole('button', { name: 'Ativar' }).click();
  await expect(part.getByText('Digite os seis dígitos do aplicativo.')).toBeVisible();
  await part.getByLabel('Código do aplicativo').fill(totp(secret) === '000000' ? '111111' : '000000');
  await part.getByRole('button', { name: 'Ativar' }).click();
  await expect(part.getByText('Código inválido ou expirado.')).toBeVisible();
  await expectRefusal(complaints, 422);
  await part.getByLabel('Código do aplicativo').fill(totp(secret));
  await part.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByText('2FA configurado com sucesso.')).toBeVisible();
  await expect(part.getByText('Sua conta está protegida')).toBeVisible();
  await expect(part.getByRole('paragraph').filter({ hasText: '2FA Ativo' })).toBeFocused();
  await expect(part.getByText(/^Aplicativo, desde/)).toBeVisible();

  await part.getByRole('button', { name: 'Gerar códigos' }).click();
  await expect(part.getByRole('heading', { name: 'Guarde estes códigos agora' })).toBeFocused();
  const codes = await part.locator('li code').allTextContents();
  expect(new Set(codes).size).toBe(10);
  await expectWholeOnEveryScreen(page);
  await part.getByRole('button', { name: 'Já guardei' }).click();
  await expect(part.getByText('10 de 10 ainda valem.')).toBeVisible();
  await page.reload();
  await expect(part.getByText('2FA Ativo')).toBeVisible();
  for (const shown of codes) await expect(page.getByText(shown)).toHaveCount(0);

  await part.getByRole('button', { name: 'Remover Aplicativo autenticador' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('2FA desativado')).toBeVisible();
  await expect(part.getByText('2FA Ativo')).toHaveCount(0);
});

test('a telephone becomes the second factor by its code', async ({ page, request, server }) => {
  await openSettings(server, page, 'telefone');
  const number = '+5511988880001';
  const part = region(page, 'Verificação em duas etapas');
  await part.getByRole('button', { name: 'Configurar SMS' }).click();
  await part.getByLabel('Telefone').fill('+5511');
  await part.getByRole('button', { name: 'Enviar código' }).click();
  await expect(part.getByText('Digite um número de telefone válido com DDI (ex: +5511999999999).')).toBeVisible();
  await part.getByLabel('Telefone').fill(number);
  await part.getByRole('button', { name: 'Enviar código' }).click();
  await expect(page.getByText('Código enviado!')).toBeVisible();
  await part.getByRole('button', { name: 'Ativar' }).click();
  await expect(part.getByText('Digite o código de 6 dígitos recebido por SMS.')).toBeVisible();
  await part.getByLabel('Código recebido por SMS').fill(smsCodeOf(await emailTo(request, number)));
  await part.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByText('2FA configurado com sucesso.')).toBeVisible();
  await expect(part.getByText('2FA Ativo')).toBeVisible();
});

test('a passkey is added, named and removed', async ({ page, server }) => {
  await addVirtualAuthenticator(page, 'internal');
  await openSettings(server, page, 'passkey', namedOrigin(server.url));
  const part = region(page, 'Passkeys');
  await part.getByRole('button', { name: 'Adicionar passkey' }).click();
  await expect(page.getByText('Passkey adicionada')).toBeVisible();
  await part.getByRole('button', { name: 'Renomear Passkey' }).click();
  await part.getByLabel('Nome').fill('Notebook do escritório');
  await part.getByRole('button', { name: 'Salvar nome' }).click();
  await expect(part.getByRole('heading', { name: 'Notebook do escritório' })).toBeVisible();
  await expectAccessible(page);
  await part.getByRole('button', { name: 'Remover Notebook do escritório' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await expect(page.getByText('Passkey removida')).toBeVisible();
  await expect(part.getByRole('heading', { level: 3 })).toHaveText(['Adicionar passkey']);
});

test('a session elsewhere is seen by its device and ended at once', async ({ page, browser, server, baseURL }) => {
  const email = await openSettings(server, page, 'sessoes');
  const elsewhere = await browser.newContext({
    baseURL: baseURL ?? '',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const other = await elsewhere.newPage();
  // Through the form: a session is named after its browser.
  await other.goto(SETTINGS);
  await fillLogin(other, email, password);
  await expectSettings(other);
  await page.reload();
  const part = region(page, 'Sessões');
  await expect(part.getByRole('heading', { level: 3 })).toHaveCount(2);
  await part.getByRole('button', { name: 'Encerrar Firefox no Windows' }).click();
  await expect(page.getByText('Sessão encerrada', { exact: true })).toBeVisible();
  await expect(part.getByRole('heading', { level: 3 })).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/membros\/apresentacao/);
});

test('choices, consents and both addresses of an account are kept', async ({ page, request, server }) => {
  const email = await openSettings(server, page, 'avisos');
  await test.step('notification choices are kept and applied', async () => {
    const weekly = page.getByRole('switch', { name: /Carta semanal/ });
    const contents = page.getByRole('switch', { name: /Conteúdos novos/ });
    const emails = page.getByRole('combobox', { name: 'E-mails com os seus avisos' });
    await expect(weekly).not.toBeChecked();
    await expect(contents).toBeChecked();
    await expect(emails).toHaveValue('semana');
    const isSaved = (part: string) =>
      page.waitForResponse(
        (answer) => answer.request().method() === 'POST' && answer.request().postData()?.includes(part) === true,
      );
    const saved = ['follows', 'new_content', 'email_period'].map(isSaved);
    await weekly.click();
    await contents.click();
    await emails.selectOption({ label: 'Uma vez por hora' });
    await Promise.all(saved);
    await expect(page.getByRole('switch', { name: /Segurança da conta/ })).toBeDisabled();
    expect((await emailTo(request, email)).text).toContain('inscri');
    await page.reload();
    await expect(weekly).toBeChecked();
    await expect(contents).not.toBeChecked();
    await expect(emails).toHaveValue('hora');
  });

  await test.step('preferences are not read while a change is being sent', async () => {
    let isSending = true;
    const readsWhileSending: boolean[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/rest/v1/notification_preferences*', async (route) => {
      if (route.request().method() === 'GET') readsWhileSending.push(isSending);
      else await released;
      await route.fallback();
    });
    const contents = page.getByRole('switch', { name: /Conteúdos novos/ });
    const followed = page.waitForResponse((answer) => answer.url().includes('choose-emails'));
    await contents.click();
    await page.getByRole('switch', { name: /Carta semanal/ }).click();
    await (await followed).finished();
    await expect(contents).toBeChecked();
    isSending = false;
    release();
    await expect.poll(() => readsWhileSending).toEqual([false]);
    await page.unroute('**/rest/v1/notification_preferences*');
  });

  await test.step('the legal texts are accepted once and stay on record', async () => {
    const part = region(page, 'Privacidade');
    await expect(part.getByText('Nenhum aceite registrado.')).toHaveCount(2);
    await part.getByRole('button', { name: /Aceitar versão atual\s+Termos de uso/ }).click();
    await expect(part.getByText(/Versão de .+, aceita em .+, nas configurações/)).toBeVisible();
    await expect(part.getByRole('button', { name: /Aceitar versão atual/ })).toHaveCount(1);
  });

  await test.step('a new e-mail address counts when both have confirmed it', async () => {
    const wanted = `novo-${email}`;
    const part = region(page, 'Conta');
    await part.getByRole('button', { name: 'Trocar e-mail' }).click();
    await part.getByLabel('Novo e-mail').fill(wanted);
    await part.getByRole('button', { name: 'Enviar links' }).click();
    await expect(part.getByText(`Troca para ${wanted} à espera`)).toBeVisible();
    for (const address of [email, wanted]) expect((await emailTo(request, address)).links.length).toBeGreaterThan(0);
  });
});

test('the data of an account is downloaded as one file', async ({ page, request, server, complaints }) => {
  const email = await openSettings(server, page, 'copia');
  await test.step('a recent session gets it at once', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar dados' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^meus-dados-\d{4}-\d\d-\d\d\.zip$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    for (const name of ['LEIA-ME.txt', 'dados/users.json', 'dados/sessions.json'])
      expect(bytes.includes(name)).toBe(true);
    await expect(page.getByText('Seus dados foram baixados')).toBeVisible();
  });

  await test.step('an old session is proved again by a mailed code', async () => {
    // The session is recent: the refusal of an old one is simulated, everything after it is real.
    await page.route('**/functions/v1/export-account', async (route) => {
      if ((route.request().postData() ?? '').includes('nonce')) return route.continue();
      await route.fulfill({ status: 403, json: { code: 'reauthentication_needed', message: 'Confirme que é você.' } });
    });
    await page.getByRole('button', { name: 'Baixar dados' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await expect(dialog).toBeVisible();
    await expectRefusal(complaints, 403);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Enviar código' }).click();
    await expect(page.getByText('Código enviado', { exact: true })).toBeVisible();
    const digits = smsCodeOf(await emailTo(request, email));
    await dialog.getByLabel('Código recebido por e-mail').fill(digits);
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    expect((await downloading).suggestedFilename()).toContain('meus-dados');
    await expect(dialog).toHaveCount(0);
  });
});

test('an erasure is requested, shown with its day, and cancelled', async ({ page, request, server }) => {
  const email = await openSettings(server, page, 'exclusao');
  const part = region(page, 'Privacidade');
  await part.getByRole('button', { name: 'Excluir conta' }).click();
  await part.getByLabel('Digite EXCLUIR para confirmar').fill('excluir');
  await part.getByRole('button', { name: 'Excluir minha conta' }).click();
  await expect(part.getByText('Digite EXCLUIR, em maiúsculas.')).toBeVisible();
  await expectAccessible(page);
  await part.getByLabel('Digite EXCLUIR para confirmar').fill('EXCLUIR');
  await part.getByRole('button', { name: 'Excluir minha conta' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Sua conta será excluída em' });
  await expect(notice).toBeVisible();
  expect((await emailTo(request, email)).text).toContain('será excluída em');
  await page.reload();
  await notice.getByRole('button', { name: 'Cancelar exclusão' }).click();
  await expect(page.getByText('Exclusão cancelada')).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a new password is saved; a weak one is refused with reasons', async ({ page, request, server, complaints }) => {
  const email = await openSettings(server, page, 'senha');
  const part = region(page, 'Conta');
  await part.getByRole('button', { name: 'Trocar senha' }).click();
  await expect(part.getByLabel('Nova senha')).toBeFocused();
  await part.getByLabel('Nova senha').fill('password123');
  await part.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(part.getByText('Esta senha é conhecida e fácil de adivinhar. Escolha outra.')).toBeVisible();
  await expectRefusal(complaints, 422);
  await part.getByLabel('Nova senha').fill('Outra frase bem longa de 2026');
  await part.getByRole('button', { name: 'Salvar senha' }).click();
  await expect(page.getByText('Senha trocada')).toBeVisible();
  expect((await emailTo(request, email)).text).toContain('A senha da sua conta acaba de ser trocada');
});

test('an unreachable server is reported and the input kept', async ({ page, server, complaints }) => {
  await openSettings(server, page, 'rede');
  await page.route('**/auth/v1/user**', (route) => route.abort());
  const part = region(page, 'Conta');
  await part.getByRole('button', { name: 'Trocar e-mail' }).click();
  await part.getByLabel('Novo e-mail').fill('outra@conta.test');
  await part.getByRole('button', { name: 'Enviar links' }).click();
  await expect(part.getByText('O servidor não respondeu. Verifique a conexão e tente de novo.')).toBeVisible();
  await expect(part.getByLabel('Novo e-mail')).toHaveValue('outra@conta.test');
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ERR_FAILED/.test(text)));
});
