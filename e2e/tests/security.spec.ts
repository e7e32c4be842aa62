/** The Segurança tab: settings and logs. */

import { createSession } from './accounts.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectComplaints,
  expectWholeOnEveryScreen,
  openAsAdmin,
  test,
} from './fixtures.ts';
import { startServer } from './server.ts';

const heading = { name: 'Segurança', exact: true };

test('every part opens by tab and address, in both schemes', async ({ page }) => {
  await openAsAdmin(page);
  await page.getByRole('button', { name: 'Configurações de Segurança' }).click();
  await expect(page.getByRole('heading', heading)).toBeVisible();
  const titles = [
    ['Senhas', 'Política de senhas'],
    ['2FA', 'Verificação em duas etapas (2FA)'],
    ['Rate Limit', 'Limite de tentativas de login'],
    ['Email', 'Confirmação de e-mail'],
    ['OTP', 'Código de uso único (OTP)'],
    ['Magic Link', 'Link de acesso (Magic Link)'],
    ['Cadastro', 'Novos cadastros'],
    ['Logs de Autenticação', 'Logs de Autenticação'],
    ['Logs de Jobs', 'Logs de Jobs'],
  ] as const;
  for (const [tab, title] of titles) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('status', { name: /Carregando/ })).toHaveCount(0);
    await expectWholeOnEveryScreen(page);
  }
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Logs de Jobs' })).toHaveAttribute('aria-selected', 'true');
});

test('values are checked, kept until applied, and refused in words', async ({ page, complaints }) => {
  await test.step('an invalid number is refused; a valid one is applied', async () => {
    await openAsAdmin(page, '/admin?aba=seguranca&parte=senhas');
    const length = page.getByLabel('Comprimento mínimo');
    const apply = page.getByRole('button', { name: 'Aplicar' });
    await expect(length).toHaveValue('8');
    await expect(page.getByText('De 6 a 50 caracteres', { exact: true })).toBeVisible();
    for (const refused of ['5', '51', '']) {
      await length.fill(refused);
      await expect(apply).toBeDisabled();
      await expect(page.getByText('Use um número inteiro, de 6 a 50 caracteres.')).toBeVisible();
    }
    await length.fill('9');
    await page.getByLabel('Verificar senhas vazadas').click();
    await apply.click();
    await expect(page.getByText('Mínimo de 9 caracteres. Verificação de senhas vazadas desligada.')).toBeVisible();
    await page.reload();
    await expect(length).toHaveValue('9');
    await expect(page.getByLabel('Verificar senhas vazadas')).not.toBeChecked();
    await length.fill('8');
    await page.getByLabel('Verificar senhas vazadas').click();
    await apply.click();
    await expect(page.getByText('Mínimo de 8 caracteres. Verificação de senhas vazadas ligada.')).toBeVisible();
  });

  await test.step('unapplied values are kept; Aplicar is enabled by a change', async () => {
    await page.goto('/admin?aba=seguranca&parte=otp');
    const lifetime = page.getByLabel('Validade do código');
    const apply = page.getByRole('button', { name: 'Aplicar' });
    await expect(apply).toBeDisabled();
    await expect(page.getByText('600 segundos = 10 minutos')).toBeVisible();
    await lifetime.fill('90');
    await expect(page.getByText('90 segundos = 1 minuto e 30 segundos')).toBeVisible();
    await expect(apply).toBeEnabled();
    await page.getByRole('tab', { name: 'Magic Link' }).click();
    await expect(page.getByRole('tab', { name: 'OTP (não aplicado)' })).toBeVisible();
    await page.getByRole('tab', { name: 'Conteúdos' }).click();
    await page.goBack();
    await page.getByRole('tab', { name: /^OTP/ }).click();
    await expect(lifetime).toHaveValue('90');
    await lifetime.fill('30');
    await expect(page.getByText('Use um número inteiro, de 60 a 3.600 segundos.')).toBeVisible();
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect(lifetime).toHaveValue('600');
    await expect(apply).toBeDisabled();
  });

  await test.step("a refusal is shown in the server's words, input stays", async () => {
    const lifetime = page.getByLabel('Validade do código');
    await lifetime.fill('120');
    await page.route('**/functions/v1/update-otp-settings', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'not_admin', error: 'not_admin', message: 'Somente administradores podem fazer isso.' },
      }),
    );
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText('Erro ao atualizar configurações de OTP.')).toBeVisible();
    await expect(page.getByText('Somente administradores podem fazer isso.')).toBeVisible();
    await expect(lifetime).toHaveValue('120');
    await expectComplaints(complaints, /status of 403|a security setting could not be changed/);
  });
});

test('sign-ups are closed and opened at once', async ({ browser }) => {
  const server = await startServer({ content: 'demo' });
  const context = await browser.newContext({ baseURL: server.url });
  const [page, { request }] = [await context.newPage(), context];
  const { anonKey } = (await (await request.get('/config.json')).json()) as { anonKey: string };
  const signUp = (name: string) =>
    request.post('/auth/v1/signup', {
      headers: { apikey: anonKey },
      data: { email: `${name}-${Date.now()}@exemplo.test`, password: 'Uma-senha-boa-2026' },
    });
  await openAsAdmin(page, '/admin?aba=seguranca&parte=cadastro');
  const allowed = page.getByLabel('Permitir novos cadastros');
  await expect(allowed).toBeChecked();
  await allowed.click();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Novos cadastros estão bloqueados.')).toBeVisible();
  expect(await (await signUp('recusada')).json()).toMatchObject({ code: 422, error_code: 'signup_disabled' });
  await allowed.click();
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.getByText('Novos cadastros estão permitidos.')).toBeVisible();
  expect((await signUp('aceita')).status()).toBe(200);
  await context.close();
  await server.stop();
});

test('settings that cannot be read say so and are asked for again', async ({ page, complaints }) => {
  // The client library retries four times, seconds apart, and the page once more: the clock is moved past them.
  await page.clock.install();
  await page.route('**/rest/v1/security_settings**', (route) => route.abort());
  await openAsAdmin(page, '/admin?aba=seguranca&parte=rate-limit');
  const failed = page.getByText('Erro ao carregar configurações de rate limiting.');
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(failed).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [50] });
  await page.unroute('**/rest/v1/security_settings**');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByLabel('Máximo de tentativas')).toHaveValue('10');
  await expectComplaints(complaints, /ERR_FAILED/);
});

test('an administrator sets up the second factor on the 2FA tab', async ({ browser }) => {
  const server = await startServer({ content: 'demo' });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await openAsAdmin(page, '/admin?aba=seguranca&parte=2fa');
  await expect(page.getByText('2FA Ativo')).toHaveCount(0);
  await page.getByRole('button', { name: 'Configurar SMS' }).click();
  await page.getByLabel(/telefone/i).fill('119');
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await expect(
    page.getByText('Digite um número de telefone válido com DDI (ex: +5511999999999).').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Configurar aplicativo' }).click();
  await expect(page.getByLabel('Código do aplicativo')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await context.close();
  await server.stop();
});

test('events and job runs are filtered; events are downloaded', async ({ page, request }) => {
  await test.step('events are searched by person or IP address and downloaded', async () => {
    await createSession(request, 'visitante@demo.test');
    await openAsAdmin(page, '/admin?aba=seguranca&parte=logs-autenticacao');
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(100);
    const address = (
      await rows
        .filter({ hasText: /\d+\.\d+\.\d+\.\d+/ })
        .first()
        .innerText()
    ).match(/\d+\.\d+\.\d+\.\d+/)?.[0];
    const search = page.getByRole('searchbox');
    await search.fill(address ?? '');
    await search.press('Enter');
    await expect(page.getByText(`que correspondem a “${address}”`)).toBeVisible();
    await expect(rows.filter({ hasNotText: address ?? '' })).toHaveCount(0);
    await search.fill('membro017@demo');
    await search.press('Enter');
    await expect(page.getByText('que correspondem a “membro017@demo”')).toBeVisible();
    await expect(rows.filter({ hasNotText: 'Vítor Macedo' })).toHaveCount(0);
    await search.fill('visitante@demo');
    await search.press('Enter');
    await expect(page.getByText('que correspondem a “visitante@demo”')).toBeVisible();
    // An account without a name.
    await expect(rows.getByRole('link', { name: 'visitante@demo.test' }).first()).toBeVisible();
    const downloads = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar CSV' }).click();
    expect((await downloads).suggestedFilename()).toMatch(/^logs-de-autenticacao-\d{4}-\d\d-\d\d\.csv$/);
  });

  await test.step('events are narrowed to failures, and old ones removed', async () => {
    await page.goto('/admin?aba=seguranca&parte=logs-autenticacao');
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(100);
    await expect(rows.filter({ hasText: 'Sucesso' }).first()).toBeVisible();
    await page.getByLabel('Resultado').selectOption('Falha');
    await expect(rows.filter({ hasText: 'Sucesso' })).toHaveCount(0);
    await expect(rows.filter({ hasText: 'Email ou senha incorretos' }).first()).toBeVisible();
    const cleaned = page.waitForResponse('**/rest/v1/rpc/cleanup_old_auth_logs');
    const read = page.waitForResponse('**/rest/v1/auth_logs**');
    await page.getByRole('button', { name: 'Limpar Antigos' }).click();
    const question = page.getByRole('alertdialog', { name: 'Limpar os registros antigos?' });
    await expect(question).toContainText(/Nenhum registro tem mais|serão removidos|será removido/);
    await question.getByRole('button', { name: 'Limpar' }).click();
    expect((await cleaned).status()).toBe(204);
    expect((await read).ok()).toBe(true);
    await expect(page.getByText('Logs antigos removidos')).toBeVisible();
  });

  await test.step('the runs are narrowed to one job, which runs now', async () => {
    await page.goto('/admin?aba=seguranca&parte=logs-jobs');
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(50);
    await expect(page.getByRole('button', { name: 'Executar agora' })).toHaveCount(0);
    await page.getByLabel('Job', { exact: true }).selectOption('cleanup_old_rate_limits');
    await expect(page.getByText('já não limitam ninguém')).toBeVisible();
    await expect(rows.filter({ hasText: 'cleanup_old_auth_logs' })).toHaveCount(0);
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Executar agora' }).click();
    await expect(page.getByText('Job executado')).toBeVisible();
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.first()).toContainText('Sucesso');
  });
});
