/** Accounts: sign-up, confirmation, links and codes, a forgotten password, and their failures. */
import type { Page, TestInfo } from '@playwright/test';
import { chosen, createSession, fillLogin, LOGIN, saveNewPassword, signInByApi } from './accounts.ts';
import { codeOf, emailsTo, emailTo, linkOf } from './emails.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectComplaints,
  expectRefusal,
  expectWholeOnEveryScreen,
  test,
  waitForHydration,
} from './fixtures.ts';

/** A unique address, also across projects and retries. */
const address = (name: string, { project, retry }: TestInfo) => `${name}-${project.name}-${retry}@exemplo.com.br`;

async function signUp(page: Page, email: string, password = chosen): Promise<void> {
  await page.getByLabel('Nome').fill('Ana Souza');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
  await page.getByRole('button', { name: 'Criar conta' }).click();
}

async function typeCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByLabel('Código de seis dígitos').fill(code);
  await page.getByRole('button', { name: button }).click();
}

/** Waits until a new account without a subscription is signed in: the members' sign-in page says so. */
async function expectEntered(page: Page, email: string): Promise<void> {
  // The toast of an earlier sign-in may still be visible.
  await expect(page.getByText('Login realizado com sucesso!').last()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a visitor signs up, confirms by code and is signed in', async ({ page, request, complaints }, info) => {
  const email = address('codigo', info);
  await page.goto(LOGIN);
  await page.getByRole('link', { name: 'Criar conta' }).click();
  await expect(heading(page, 'Criar conta')).toBeVisible();

  await test.step('missing fields are reported and the first has the focus', async () => {
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByLabel('Nome')).toBeFocused();
    for (const text of ['Escreva o seu nome.', 'Informe seu e-mail.', 'Escolha uma senha.', /preciso concordar/]) {
      await expect(page.getByText(text)).toBeVisible();
    }
    await expectWholeOnEveryScreen(page);
  });

  await test.step('a password is rated while typed, and a leaked one refused', async () => {
    const password = page.getByLabel('Senha', { exact: true });
    await password.fill('1234567');
    await expect(page.getByText('Use pelo menos 8 caracteres.')).toBeVisible();
    await signUp(page, email, 'password123');
    await expect(page.getByText('Esta senha é conhecida e fácil de adivinhar. Escolha outra.')).toBeVisible();
    await expect(password).toBeFocused();
    await expect(page.getByLabel('E-mail')).toHaveValue(email);
    await expectRefusal(complaints, 422);
  });

  const sent = page.waitForRequest('**/auth/v1/signup**');
  await signUp(page, email);
  const { data } = (await sent).postDataJSON();
  expect(data).toEqual({
    full_name: 'Ana Souza',
    accepted_terms: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    accepted_privacy: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  await expect(heading(page, 'Confirme seu e-mail')).toBeVisible();
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused();
  await expectWholeOnEveryScreen(page);

  await test.step('a wrong code is refused and kept, also after a reload', async () => {
    await typeCode(page, '000000', 'Confirmar e-mail');
    await expect(page.getByText(/O código não confere ou passou do prazo/)).toBeVisible();
    await expect(page.getByLabel('Código de seis dígitos')).toHaveValue('000000');
    await expect(page.getByLabel('Código de seis dígitos')).toBeFocused();
    await expectRefusal(complaints, 403);
    await page.reload();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
    await expect(page.getByText('Digite os seis dígitos do código.')).toBeVisible();
  });

  const code = codeOf(await emailTo(request, email));
  const field = page.getByLabel('Código de seis dígitos');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await test.step('the code may be pasted as people copy it', async () => {
    await field.fill('');
    await field.evaluate(
      (input, text) => {
        input.focus();
        document.execCommand('insertText', false, text);
      },
      ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
    );
    await expect(field).toHaveValue(code);
  });
  await field.press('Enter');
  await expect(page.getByText('E-mail confirmado')).toBeVisible();
  await expectEntered(page, email);
});

test('the email’s link asks before it confirms, and works once', async ({ page, request, complaints, other }, info) => {
  const email = address('link', info);
  await page.goto(`/conta/criar?next=${encodeURIComponent('/blog?busca=pauta')}`);
  await signUp(page, email);
  await expect(heading(page, 'Confirme seu e-mail')).toBeVisible();
  const link = linkOf(await emailTo(request, email));

  // A mail scanner that opens the link does not use it.
  await other.goto(link);
  await expect(heading(other, 'Confirme seu e-mail')).toBeVisible();

  await page.goto(link);
  await expect(heading(page, 'Confirme seu e-mail')).toBeVisible();
  await expect(page, 'the secret left the address').toHaveURL(/^[^?]+\/conta\/confirmar\?next=[^&]+$/);
  await expect(page).not.toHaveURL(/token/);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(page.getByText('E-mail confirmado')).toBeVisible();
  await expect(page, 'the page that was wanted').toHaveURL('/blog?busca=pauta');

  await page.goto(link);
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(heading(page, 'Este link não vale mais')).toBeFocused();
  await expectRefusal(complaints, 403);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Reenviar confirmação' })).toBeVisible();
});

test('a session in the address replaces another only if confirmed', async ({ page, request }) => {
  await signInByApi(page, 'membro@demo.test');
  const other = await createSession(request, 'visitante@demo.test');
  const hash = new URLSearchParams({
    access_token: other.access_token,
    refresh_token: other.refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: 'magiclink',
  });
  const stored = () =>
    page.evaluate(() => Object.entries(localStorage).find(([name]) => name.endsWith('-auth-token'))?.[1] ?? '');

  await page.goto(`/membros#${hash}`);
  await expect(heading(page, 'Trocar de conta?')).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await expect(page.getByText('membro@demo.test', { exact: false })).toBeVisible();
  await expect(page.getByText('visitante@demo.test', { exact: false })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: 'Continuar na conta atual' }).click();
  await expect(page).toHaveURL('/membros');
  expect(JSON.parse(await stored()).user.email).toBe('membro@demo.test');

  await page.goto('/blog');
  await page.goto(`/membros#${hash}`);
  await page.getByRole('button', { name: 'Entrar na outra conta' }).click();
  await expect.poll(async () => JSON.parse(await stored()).user.email).toBe('visitante@demo.test');
});

test('a session not begun in this browser needs confirmation', async ({ page, request }) => {
  const arrival = async (path: string) => {
    const other = await createSession(request, 'visitante@demo.test');
    const tokens = { access_token: other.access_token, refresh_token: other.refresh_token };
    return `${path}#${new URLSearchParams({ ...tokens, expires_in: '3600', token_type: 'bearer', type: 'magiclink' })}`;
  };
  const stored = () => page.evaluate(() => Object.keys(localStorage).some((name) => name.endsWith('-auth-token')));
  for (const path of ['/membros?aba=1', '/blog', '/conta/verificacao?next=%2Fblog']) {
    await page.goto(await arrival(path));
    await expect(heading(page, 'Entrar como visitante@demo.test?')).toBeVisible();
    await expect(page).not.toHaveURL(/token/);
    expect(await stored()).toBe(false);
    await page.goto('/sobre');
  }
  // A sign-in that was begun here counts for its own page alone.
  const begin = () =>
    page.evaluate(() => localStorage.setItem('ateneu-sign-in-begun', JSON.stringify({ ends: Date.now() + 60_000 })));
  await begin();
  await page.goto(await arrival('/blog'));
  await expect(heading(page, 'Entrar como visitante@demo.test?')).toBeVisible();
  await page.getByRole('link', { name: 'Não entrar' }).click();
  await expect(page).toHaveURL('/');
  expect(await stored()).toBe(false);

  await page.goto(await arrival('/conta/verificacao?next=%2Fblog'));
  await expect(page, 'it was begun here').toHaveURL('/blog');
  expect(await stored()).toBe(true);
});

test('after two sign-ups neither password counts', async ({ page, request, other }, info) => {
  const email = address('duas', info);
  await page.goto('/conta/criar');
  await signUp(page, email, 'Outra frase de 2025');
  await expect(heading(page, 'Confirme seu e-mail')).toBeVisible();
  await emailTo(request, email);

  await other.goto('/conta/criar');
  await signUp(other, email);
  await expect(heading(other, 'Confirme seu e-mail')).toBeVisible();

  await page.goto(linkOf(await emailTo(request, email)));
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click();
  await expect(heading(page, 'Escolha a sua senha')).toBeVisible();
  await expect(page.getByText('Como houve mais de um cadastro', { exact: false })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('Nova senha', { exact: true }).fill('Mais uma frase de 2026');
  await page.getByLabel('Repita a senha').fill('Mais uma frase de 2026');
  await page.keyboard.press('Enter');
  await expectEntered(page, email);
});

test('a taken address looks like a new one', async ({ page, request }, info) => {
  await page.goto('/conta/criar');
  await signUp(page, 'membro@demo.test');
  await expect(heading(page, 'Confirme seu e-mail')).toBeVisible();
  await expect(page.getByText('membro@demo.test')).toBeVisible();
  const sent = await emailsTo(request, 'membro@demo.test');
  expect(sent.filter(({ subject }) => subject === 'Confirme o seu e-mail')).toEqual([]);
  for (const [path, label] of [
    ['/conta/entrar', 'Enviar link e código'],
    ['/conta/recuperar', 'Enviar e-mail'],
  ] as const) {
    const email = address(`ninguem${label.length}`, info);
    await page.goto(path);
    await page.getByRole('button', { name: label }).click();
    await expect(page.getByText('Informe seu e-mail.')).toBeVisible();
    await page.getByLabel('E-mail').fill('sem-arroba');
    await page.getByLabel('E-mail').press('Enter');
    await expect(page.getByText(/precisa ser como/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('E-mail').press('Enter');
    await expect(heading(page, 'Confira seu e-mail')).toBeVisible();
    await expect(page.getByText(`Se houver uma conta com ${email}`)).toBeVisible();
  }
});

test('an unconfirmed sign-in leads to the code, sent again later', async ({ page, request, complaints }, info) => {
  const email = address('reenvio', info);
  await page.clock.install();
  await page.goto('/conta/criar');
  await signUp(page, email);
  const resend = page.getByRole('button', { name: /^Reenviar e-mail/ });
  await expect(resend).toHaveText(/Reenviar e-mail em (60|59) s/);
  await expect(resend).toBeDisabled();
  await page.clock.fastForward(50_000);
  await expect(resend).toHaveText(/em (10|9|8) s/);
  await page.reload();
  await expect(resend, 'a reload goes on counting').toHaveText(/em (10|9|8|7|6) s/);
  await page.clock.fastForward(11_000);
  await expect(resend).toBeEnabled();

  // The server's clock was not moved: it refuses, and the countdown starts with its number of seconds.
  await resend.click();
  await expect(page.getByText(/Acabei de enviar um e-mail/)).toBeVisible();
  await expect(resend).toBeDisabled();
  await expectRefusal(complaints, 429);
  await page.getByRole('button', { name: 'Fechar aviso' }).click();

  await page.clock.fastForward(61_000);
  await page.route('**/auth/v1/resend**', (route) => route.fulfill({ json: {} }));
  await resend.click();
  await expect(page.getByText('E-mail enviado')).toBeVisible();
  await expect(resend).toBeDisabled();

  await page.goto(LOGIN);
  await fillLogin(page, email);
  await expect(page.getByText('Confirme seu e-mail pelo link que enviei antes de entrar.')).toBeVisible();
  await expect(heading(page, 'Confirme seu e-mail')).toBeVisible();
  await expectRefusal(complaints, 400);
  await expect(resend).toBeEnabled();
  await typeCode(page, codeOf(await emailTo(request, email)), 'Confirmar e-mail');
  await page.clock.fastForward(1_500);
  await expect(page.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
});

test('a link or a code signs in, and next survives', async ({ page, request, other }) => {
  const email = 'moderadora@demo.test';
  const wanted = '/conteudos?categoria=lideranca';
  await page.goto(`${LOGIN}?next=${encodeURIComponent(wanted)}`);
  await page.getByRole('link', { name: 'Entrar com link ou código' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link e código' }).click();
  const message = await emailTo(request, email);
  await typeCode(page, codeOf(message), 'Entrar');
  await expect(page).toHaveURL(wanted);

  await other.goto(linkOf(message));
  await other.getByRole('button', { name: 'Entrar' }).click();
  await expect(heading(other, 'Este link não vale mais'), 'the code has ended the link').toBeVisible();
});

test('a forgotten password is replaced, by code and by link', async ({ page, request, complaints }, info) => {
  const email = address('esqueci', info);
  await page.goto('/conta/criar');
  await signUp(page, email);
  await typeCode(page, codeOf(await emailTo(request, email)), 'Confirmar e-mail');
  await expectEntered(page, email);
  await page.getByRole('button', { name: 'Sair' }).click();

  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar e-mail' }).click();
  const message = await emailTo(request, email, 2);
  expect(message.subject).toBe('Defina uma nova senha');

  await page.goto(linkOf(message));
  await expect(heading(page, 'Nova senha')).toBeVisible();
  await expect(page).not.toHaveURL(/token/);
  await saveNewPassword(page, chosen);
  await expect(page.getByText('Esta já é a sua senha. Escolha outra.')).toBeVisible();
  await expectRefusal(complaints, 422);
  await saveNewPassword(page, 'Outra frase de 2026');
  await expect(page.getByText('Senha salva')).toBeVisible();
  await expectEntered(page, email);

  await page.getByRole('button', { name: 'Sair' }).click();
  await fillLogin(page, email, 'Outra frase de 2026');
  await expectEntered(page, email);

  await page.goto(linkOf(message));
  await saveNewPassword(page, 'Mais uma frase de 2026');
  await expect(heading(page, 'Este link não vale mais')).toBeFocused();
  await expectRefusal(complaints, 403);
  await expect(page.getByRole('button', { name: 'Enviar novo link' })).toBeVisible();
});

test('a failing server is reported and the input kept', async ({ page, complaints }, info) => {
  const email = address('sem-rede', info);
  await page.goto('/conta/criar');
  await page.route('**/auth/v1/signup**', (route) => route.abort());
  await signUp(page, email);
  await expect(page.getByText('A conta não foi criada')).toBeVisible();
  await expect(page.getByText(/O servidor não respondeu/)).toBeVisible();
  await page.unroute('**/auth/v1/signup**');
  await page.route('**/auth/v1/signup**', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected_failure', message: 'x' } }),
  );
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText(/O serviço de contas falhou/)).toBeVisible();
  await expect(page.getByLabel('Nome')).toHaveValue('Ana Souza');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(chosen);
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expectComplaints(complaints, /ERR_FAILED|status of 500|account could not be made/);

  await page.goto('/conta/entrar');
  await page.route('**/auth/v1/otp**', (route) => route.abort());
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar link e código' }).click();
  await expect(page.getByText('O e-mail não foi enviado')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await expectComplaints(complaints, /ERR_FAILED|e-mail could not be requested/);

  await page.route('**/auth/v1/settings', (route) => route.abort());
  await page.goto('/conta/criar');
  await expect(page.getByText('O cadastro não abriu.')).toBeVisible();
  await page.unroute('**/auth/v1/settings');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByLabel('Nome')).toBeVisible();
  await expectComplaints(complaints, /ERR_FAILED/);
});

test('parameters of the protocol leave the URL and are explained', async ({ page, complaints }) => {
  await page.goto('/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb=');
  await expect(heading(page, 'Este link não vale mais')).toBeVisible();
  await expect(page).toHaveURL('/conta/confirmar');
  await expectAccessible(page);

  await page.goto('/pricing?plano=scale#error=access_denied&error_description=The+user+denied');
  await expect(page.getByText('Não foi possível entrar')).toBeVisible();
  await expect(page.getByText(/negado ou cancelado no outro serviço/)).toBeVisible();
  await expect(page).toHaveURL('/pricing?plano=scale');

  await page.goto('/membros#message=Confirmation+link+accepted&sb=');
  await expect(heading(page, 'Falta o outro endereço')).toBeVisible();
  await expectAccessible(page);

  await page.goto(
    '/membros/apresentacao#access_token=a.b.c&refresh_token=x&expires_in=1&token_type=bearer&type=signup',
  );
  await expect(page.getByText('Não foi possível entrar')).toBeVisible();
  await expect(page).toHaveURL(LOGIN);
  expect(complaints.every((text) => /status of 40[013]/.test(text))).toBe(true);
  complaints.length = 0;

  await page.goto('/blog?code=de-outra-coisa');
  await expect(page, 'a code that is not ours stays').toHaveURL('/blog?code=de-outra-coisa');
});

test('without an email the code screen leads to the request', async ({ page }) => {
  await page.goto('/conta/codigo?next=%2Fblog');
  await expect(page).toHaveURL('/conta/entrar?next=%2Fblog');
  await page.goto('/conta/verificacao?next=%2Fblog');
  await expect(page).toHaveURL(`${LOGIN}?next=%2Fblog`);
  await page.goto('/conta/verificacao?next=%2F%2Fmal.test');
  await expect(page).toHaveURL(LOGIN);
});

const secret = 'a'.repeat(43);
for (const [what, paths] of Object.entries({
  'the forms': ['/conta/criar', '/conta/entrar', '/conta/recuperar', '/conta/confirmar', '/conta/nova-senha'],
  'the sign-in pages': ['/admin', LOGIN],
  'the pages of links': [
    ...['signup', 'magiclink', 'email_change'].map((type) => `/conta/confirmar?token_hash=${secret}&type=${type}`),
    ...['recovery', 'invite'].map((type) => `/conta/nova-senha?token_hash=${secret}&type=${type}`),
  ],
})) {
  test(`${what} fit tablet and phone, in both schemes`, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 });
    for (const path of paths) {
      await test.step(path.replace(secret, '…'), async () => {
        await page.goto(path);
        await waitForHydration(page);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(
          page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link')).last(),
        ).toBeVisible();
        await expectWholeOnEveryScreen(page);
      });
    }
  });
}
