/** Sign-in through an external provider, and its failures. */
import { createHash } from 'node:crypto';
import { type APIRequestContext, type Page, request as requests } from '@playwright/test';
import { createAccount, fillLogin } from './accounts.ts';
import { emailTo } from './emails.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothSchemes,
  holdRequests,
  test,
  waitForHydration,
} from './fixtures.ts';
import { consent, refuse, signInAtProvider, startProvider, type TestProvider } from './provider.ts';
import { type Server, startServer } from './server.ts';

let provider: TestProvider;
let server: Server;
let api: APIRequestContext;

test.beforeAll(async () => {
  provider = await startProvider();
  server = await startServer({
    environment: {
      ...provider.settings,
      ATENEU_OIDC_PROVIDERS: 'empresa',
      // No server listens there.
      ATENEU_OIDC_EMPRESA_LABEL: 'Grupo Aurora',
      ATENEU_OIDC_EMPRESA_ISSUER: 'http://127.0.0.1:9',
      ATENEU_OIDC_EMPRESA_CLIENT_ID: 'ateneu',
      ATENEU_OIDC_EMPRESA_CLIENT_SECRET: 'segredo',
    },
  });
  provider.serve(server.url);
  api = await requests.newContext({ baseURL: server.url });
});

test.afterAll(async () => {
  await api?.dispose();
  await server?.stop();
  await provider?.stop();
});

// The provider's pages load fonts from elsewhere.
test.beforeEach(({ page }) => page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' })));

const loginPage = (next = '') => `${server.url}/membros/apresentacao${next && `?next=${encodeURIComponent(next)}`}`;
const settings = () => `${server.url}/membros/configuracoes`;
const region = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page) => page.getByRole('link', { name: 'Entrar com Google' });

/** Signs in from the members' sign-in page through the provider's two forms. */
async function comeThrough(page: Page, login: string, next = ''): Promise<void> {
  await page.goto(loginPage(next));
  // A press before the script is there begins no sign-in of this browser: the page asks at the end.
  await waitForHydration(page);
  await button(page).click();
  await signInAtProvider(page, login);
  await consent(page);
}

/** Signs in with the password of `createAccount`. */
async function comeByPassword(page: Page, email: string, next: string): Promise<void> {
  await page.goto(loginPage(next));
  await fillLogin(page, email);
  await expect(page).toHaveURL(server.url + next);
}

async function expectEntered(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
}

test('both sign-in pages offer the providers, accessibly', async ({ page }) => {
  await page.goto(loginPage('/blog'));
  await expect(button(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Entrar com Grupo Aurora' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.url}/admin`);
  await expect(button(page)).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('the admin sign-in form waits for the list of providers', async ({ page }) => {
  const release = await holdRequests(page, '**/auth/v1/settings');
  await page.goto(loginPage('/blog'));
  await expect(button(page), 'the server has rendered it').toHaveAttribute('href', /provider=google.*next%3D%252Fblog/);
  const asked = page.waitForRequest('**/auth/v1/settings');
  await page.goto(`${server.url}/admin`);
  await asked;
  await expect(page.getByRole('status', { name: 'Abrindo a área administrativa' })).toBeVisible();
  await expect(page.getByLabel('Senha')).toHaveCount(0);
  release();
  await expect(page.getByLabel('Senha')).toBeVisible();
  await expect(button(page)).toBeVisible();
});

test('a first sign-in creates an account and returns to the page', async ({ page }) => {
  await comeThrough(page, 'nova', '/blog?busca=pauta');
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/blog?busca=pauta`);
  const history = await page.evaluate<string[]>('navigation.entries().map(({ url }) => url)');
  expect(history.length).toBeGreaterThan(0);
  expect(history.join(' '), 'no address of the history holds a session').not.toMatch(/access_token|refresh_token/);
  await page.goto(loginPage());
  await expectEntered(page, 'nova@exemplo.com.br');
  await page.getByRole('button', { name: 'Sair' }).click();

  // The browser is still signed in at the provider.
  await button(page).click();
  await expectEntered(page, 'nova@exemplo.com.br');
});

test('a proved address leads to its account, with an email', async ({ page }) => {
  const email = 'conhecida@exemplo.com.br';
  await createAccount(server, email);
  await comeThrough(page, 'conhecida', '/membros/configuracoes');
  await expect(page).toHaveURL(settings());
  const linked = region(page, 'Contas vinculadas');
  await expect(linked.getByText(email)).toBeVisible();
  await expect(linked.getByRole('button', { name: 'Desvincular Google' })).toBeVisible();
  expect((await emailTo(api, email)).subject).toBe('Sua conta agora entra com Google');
  await expectAccessibleInBothSchemes(page);
});

test('a refusal at the provider is explained, passwords work', async ({ page }) => {
  await createAccount(server, 'desiste@exemplo.com.br');
  await page.goto(loginPage('/blog'));
  await button(page).click();
  await signInAtProvider(page, 'desiste');
  await refuse(page);
  await expect(page.getByText('Não foi possível entrar')).toBeVisible();
  await expect(page.getByText('O acesso foi negado ou cancelado no outro serviço.')).toBeVisible();
  await expect(page, 'the destination is kept, the error does not').toHaveURL(
    loginPage('/blog').replaceAll('%20', '+'),
  );
  await expectAccessible(page);
  await comeByPassword(page, 'desiste@exemplo.com.br', '/blog');
});

test('unverified addresses and silent providers are refused', async ({ page }) => {
  await comeThrough(page, 'sem-prova');
  await expect(page.getByText('O outro serviço ainda não confirmou o seu e-mail.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Senha')).toBeVisible();
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  await page.getByRole('link', { name: 'Entrar com Grupo Aurora' }).click();
  await expect(page.getByText('O outro serviço não respondeu.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Senha')).toBeVisible();
});

test('a callback URL of the provider works once', async ({ page }) => {
  const answer = page.waitForRequest(/\/auth\/v1\/callback\?/);
  await comeThrough(page, 'repete');
  await expectEntered(page, 'repete@exemplo.com.br');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByLabel('Senha')).toBeVisible();
  await page.goto((await answer).url());
  await expect(page.getByText('Não foi possível entrar')).toBeVisible();
  await expect(page).toHaveURL(loginPage());
  await expect(page.getByLabel('Senha')).toBeVisible();
});

test('a page with a verifier gets a code that works once', async ({ page, complaints }) => {
  const verifier = 'v'.repeat(64);
  const keep = () =>
    page.evaluate((text) => localStorage.setItem('sb-127-auth-token-code-verifier', JSON.stringify(text)), verifier);
  await page.goto(`${server.url}/blog`);
  await keep();
  const landed = page.waitForRequest(
    (request) => request.isNavigationRequest() && /\/blog\?.*code=/.test(request.url()),
  );
  const query = new URLSearchParams({
    provider: 'google',
    redirect_to: `${server.url}/blog?busca=pauta`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 's256',
  });
  await page.goto(`${server.url}/auth/v1/authorize?${query}`);
  await signInAtProvider(page, 'codigo');
  await consent(page);
  await expect(page).toHaveURL(`${server.url}/blog?busca=pauta`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('sb-127-auth-token'))).toContain('access_token');
  await page.goto(loginPage());
  await expectEntered(page, 'codigo@exemplo.com.br');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByLabel('Senha')).toBeVisible();

  await keep();
  await page.goto((await landed).url());
  await expect(page.getByText('Não foi possível entrar')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/blog?busca=pauta`);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/status of 404/.test(text)));
});

test('a provider is linked and unlinked within the session', async ({ page }) => {
  const email = 'vincula@exemplo.com.br';
  await createAccount(server, email);
  await comeByPassword(page, email, '/membros/configuracoes');
  const sessions = region(page, 'Sessões').getByRole('heading', { level: 3 });
  await expect(sessions).toHaveCount(1);
  const part = region(page, 'Contas vinculadas');
  const link = part.getByRole('button', { name: 'Vincular Google' });

  await test.step('a refused consent leaves the account unlinked', async () => {
    await link.click();
    await signInAtProvider(page, 'vincula-la');
    await refuse(page);
    await expect(page.getByText('A conta não foi vinculada')).toBeVisible();
    await expect(page.getByText('O acesso foi negado ou cancelado no outro serviço.')).toBeVisible();
    await expect(page).toHaveURL(settings());
  });

  await test.step('consent links the account', async () => {
    // What loads above the button moves it.
    await expect(sessions).toHaveCount(1);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await link.click();
    // Already signed in there.
    await consent(page);
    await expect(page.getByText('Conta vinculada', { exact: true })).toBeVisible();
    await expect(page).toHaveURL(settings());
    await expect(part.getByText('vincula-la@exemplo.com.br')).toBeVisible();
    await expect(sessions, 'linking is no new sign-in').toHaveCount(1);
    expect((await emailTo(api, email)).subject).toBe('Sua conta agora entra com Google');
    await expectAccessible(page);
  });

  await test.step('the provider is unlinked after confirmation', async () => {
    await part.getByRole('button', { name: 'Desvincular Google' }).click();
    const question = page.getByRole('alertdialog', { name: 'Desvincular Google?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Desvincular' }).click();
    await expect(page.getByText('Conta desvinculada')).toBeVisible();
    await expect(link).toBeVisible();
    expect((await emailTo(api, email, 2)).subject).toBe('Sua conta não entra mais com Google');
  });
});

test("another's identity is not linked, the last one not removed", async ({ page, browser, complaints }) => {
  const other = await browser.newPage();
  await other.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ body: '' }));
  await comeThrough(other, 'dona', '/membros/configuracoes');
  const part = region(other, 'Contas vinculadas');
  await part.getByRole('button', { name: 'Desvincular Google' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Desvincular' }).click();
  await expect(other.getByText('Esta é a única forma de entrar na conta.', { exact: false })).toBeVisible();
  await expect(part.getByText('dona@exemplo.com.br')).toBeVisible();
  await other.close();

  await createAccount(server, 'alheia@exemplo.com.br');
  await comeByPassword(page, 'alheia@exemplo.com.br', '/membros/configuracoes');
  await region(page, 'Contas vinculadas').getByRole('button', { name: 'Vincular Google' }).click();
  await signInAtProvider(page, 'dona');
  await consent(page);
  await expect(page.getByText('A conta não foi vinculada')).toBeVisible();
  await expect(page.getByText('Esta conta já está vinculada a outra pessoa.')).toBeVisible();
  await expect(page).toHaveURL(settings());
  expect(complaints).toEqual([]);
});
