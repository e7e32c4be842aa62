/** The members' sign-in page and the dashboard: access, content, and signing out. */
import type { Page } from '@playwright/test';
import { fillLogin, forgetSession, LOGIN, openDashboard, signInByApi } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectComplaints,
  expectRefusal,
  expectWholeOnEveryScreen,
  password,
  test,
  waitForHydration,
} from './fixtures.ts';

/** Signs in with the password, which takes long to hash on a busy machine. */
async function signIn(page: Page, email: string): Promise<void> {
  const answer = page.waitForResponse('**/auth/v1/token?grant_type=password');
  await fillLogin(page, email, password);
  await answer;
}

test('the page presents the community, its plans and the login', async ({ page, complaints }) => {
  await test.step('figures, plans and the way to the form', async () => {
    await page.goto(LOGIN);
    for (const figure of ['1.000+', '98%', '50+']) {
      await expect(page.getByRole('listitem').filter({ hasText: figure })).toContainText('projeção');
    }
    await expect(page.getByText('(projeção)')).toHaveText(['(projeção)', '(projeção)', '(projeção)']);
    await expect(page.getByText('Exclusivo', { exact: true })).toHaveCount(4);
    const card = (title: string) => page.getByRole('heading', { name: title }).locator('..');
    await expect(card('Encontros ao vivo')).toContainText('Em breve');
    await expect(card('Aulas magnas')).toContainText('A partir do Scale');
    await expect(card('Artigos exclusivos')).toHaveText('Artigos exclusivos');
    await page.getByRole('link', { name: 'Começar Agora' }).click();
    await expect(page.locator('#membership-plans')).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Scale' })).toBeAttached();
    await page.getByRole('link', { name: 'Já sou membro' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    const talk = page.getByRole('link', { name: /Conversar sobre a comunidade/ });
    expect(decodeURIComponent((await talk.getAttribute('href')) ?? '')).toContain('comunidade de membros');
  });

  await test.step('a plan chosen on this page leads up to the form', async () => {
    await page.goto(LOGIN);
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Assinar o Update' }).click();
    await expect(page.getByText('Login necessário')).toBeVisible();
    await expect(page.getByText('Você será redirecionado para fazer login ou criar uma conta.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByText('Você escolheu o plano Update.')).toBeVisible();
    await expect(page).toHaveURL(LOGIN);
  });

  await test.step('the login reports missing or wrong input and keeps it', async () => {
    await page.goto(LOGIN);
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText('Por favor, preencha todos os campos.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    const typed = page.getByLabel('Senha');
    await typed.fill('errada');
    await expect(typed).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Mostrar senha' }).click();
    await expect(typed).toHaveAttribute('type', 'text');
    await fillLogin(page, 'membro@demo.test', 'errada-errada');
    await expect(page.getByText('Erro no login')).toBeVisible();
    await expect(page.getByText('Email ou senha incorretos.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('membro@demo.test');
    await expectRefusal(complaints, 400);
    await page.route('**/auth/v1/token**', (route) => route.abort());
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByText(/O servidor não respondeu/)).toBeVisible();
    await expect(page.getByLabel('Senha')).toHaveValue('errada-errada');
    await expectComplaints(complaints, /ERR_FAILED|Failed to fetch/);
  });
});

test('the navigation knows the plans and the login', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/');
  if (isMobile) await page.getByRole('button', { name: 'Abrir menu' }).click();
  const scope = isMobile ? page.getByRole('navigation', { name: 'Menu' }) : page.getByRole('banner');
  await expect(scope.getByRole('link', { name: 'Planos' })).toHaveAttribute('href', '/pricing');
  await scope.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(LOGIN);
});

test('signed-in members reach their area from public pages', { tag: '@phone' }, async ({ page, isMobile }) => {
  await signInByApi(page, 'membro@demo.test');
  await page.goto('/');
  if (isMobile) await page.getByRole('button', { name: 'Abrir menu' }).click();
  const scope = isMobile ? page.getByRole('navigation', { name: 'Menu' }) : page.getByRole('banner');
  await expect(scope.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await scope.getByRole('link', { name: 'Área de membros' }).click();
  await expect(page).toHaveURL('/membros');
});

test('a signed-in member sees plan, courses and benefits', async ({ page }) => {
  await page.goto(LOGIN);
  await signIn(page, 'membro@demo.test');
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
  await expect(page.getByText('Redirecionando para a área de membros...')).toBeVisible();
  await expect(page).toHaveURL('/membros');
  await expect(
    page.getByRole('heading', { level: 1, name: /^(Bom dia|Boa tarde|Boa noite), Marcos\.$/ }),
  ).toBeVisible();
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
  await expect(page.getByText('Scale', { exact: true })).toBeVisible();
  await expect(page.getByText('Acesso liberado')).toBeVisible();
  await expect(page.getByRole('link', { name: /Abrir os cursos/ })).toHaveAttribute('target', '_blank');
  await expect(page.getByText(/^Novo (artigo|vídeo|podcast|PDF|link):/).first()).toBeVisible();
  await expect(page.getByText(/^Publicação em /).first()).toBeVisible();
  const plan = page.getByRole('region', { name: 'Seu plano inclui' });
  await expect(plan.getByRole('listitem')).toHaveCount(12);
  await expect(plan.getByRole('listitem').filter({ hasText: 'Materiais para baixar' })).not.toContainText('Em breve');
  await expect(plan.getByRole('listitem').filter({ hasText: 'Carta premium' })).toContainText(/\d de [45] neste mês/);
  await expect(plan.getByRole('listitem').filter({ hasText: 'Encontros mensais ao vivo' })).toContainText('Em breve');
  // Other tests of this server publish courses, too.
  const courses = await (await page.request.get('/rest/v1/courses?select=id&is_published=is.true')).json();
  await expect(page.getByText(`${courses.length} cursos no ambiente de aprendizagem.`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Painel administrativo' })).toHaveCount(0);
  await expectWholeOnEveryScreen(page);
  const links = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const path of links.filter((href) => href.startsWith('/'))) {
    expect((await page.request.get(path)).status(), path).toBe(200);
  }
});

test('the portal opens and leads back; a failure is shown', async ({ page, complaints }) => {
  await openDashboard(page, 'membro@demo.test');
  const manage = page.getByRole('button', { name: 'Gerenciar assinatura' });
  await page.getByRole('link', { name: 'Gerenciar assinatura' }).click();
  await manage.click();
  await expect(page).toHaveURL(/\/sandbox\/portal\/bps_/);
  await expect(page.getByRole('heading', { name: 'Plano Scale' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Voltar ao site' }).click();
  await expect(page).toHaveURL('/membros/assinatura');
  await page.route('**/functions/v1/customer-portal', (route) => route.abort());
  await manage.click();
  await expect(page.getByText('Erro no portal')).toBeVisible();
  await expect(page.getByText('Não foi possível abrir o portal de gerenciamento.')).toBeVisible();
  await expectComplaints(complaints, /ERR_FAILED|portal could not be opened/);
});

test('an administrator without a subscription finds the panel', async ({ page }) => {
  await openDashboard(page, 'admin@demo.test');
  await expect(page.getByText('Acesso de administrador')).toBeVisible();
  await expect(page.getByText('Seu acesso inclui')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Gerenciar assinatura' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Solicitar acesso/ })).toHaveAttribute('href', /wa\.me/);
  await page.getByRole('link', { name: 'Painel administrativo' }).click();
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
});

test('the members area requires a subscription', async ({ page }) => {
  await page.goto('/membros');
  await expect(page, 'a visitor').toHaveURL(LOGIN);
  await signIn(page, 'visitante@demo.test');
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
  await expect(page.getByText('Esta conta ainda não tem assinatura.'), 'an account without subscription').toBeVisible();
  await expect(page).toHaveURL(LOGIN);
  await page.goto('/membros');
  await expect(page).toHaveURL(LOGIN);
  await page.getByRole('link', { name: 'Escolher um plano' }).click();
  await expect(page.locator('#membership-plans')).toBeInViewport();
});

test('a signed-in visitor sees so, and leaves by Sair', async ({ page }) => {
  await openDashboard(page, 'membro@demo.test');
  await page.goto(LOGIN);
  await expect(page.getByRole('heading', { name: 'Você já entrou' })).toBeVisible();
  await expect(page.getByText('membro@demo.test')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ir para a área de membros' }).click();
  await expect(page).toHaveURL('/membros');
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(LOGIN);
  await expect(page.getByLabel('Senha')).toBeVisible();
  await page.goto('/membros');
  await expect(page).toHaveURL(LOGIN);
});

test('a clock that is two hours ahead or behind renews no session', async ({ page }) => {
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url());
  });
  for (const hours of [2, -2]) {
    await page.clock.setSystemTime(Date.now() + hours * 60 * 60 * 1000);
    await page.goto(LOGIN);
    await waitForHydration(page);
    await signIn(page, 'membro@demo.test');
    await expect(page).toHaveURL('/membros');
    await expect(page.getByText('Seu plano inclui')).toBeVisible();
    await page.goto('/membros/conteudos');
    await expect(page.getByRole('heading', { level: 1, name: 'Conteúdos exclusivos' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    expect(renewals, `${hours} hours`).toEqual([]);
    await forgetSession(page);
  }
});

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await openDashboard(page, 'membro@demo.test');
  const other = await context.newPage();
  await other.goto('/membros');
  await other.getByRole('button', { name: 'Sair' }).click();
  await expect(other).toHaveURL(LOGIN);
  await expect(page).toHaveURL(LOGIN);
});

test('the return address survives the login within this site only', async ({ page }) => {
  await page.goto(`${LOGIN}?next=${encodeURIComponent('/blog?busca=pauta')}`);
  const html = await (await page.request.get(page.url())).text();
  expect(html, 'also before any script has run').toContain('/conta/criar?next=%2Fblog%3Fbusca%3Dpauta');
  await signIn(page, 'membro@demo.test');
  await expect(page).toHaveURL('/blog?busca=pauta');
  await forgetSession(page);
  await page.goto('/membros/forum');
  await expect(page).toHaveURL(`${LOGIN}?next=%2Fmembros%2Fforum`);
  await signIn(page, 'membro@demo.test');
  await expect(page).toHaveURL('/membros/forum');
  await forgetSession(page);
  await page.goto(`${LOGIN}?next=${encodeURIComponent('//outra.test/membros')}`);
  await signIn(page, 'membro@demo.test');
  await expect(page).toHaveURL('/membros');
});

test('a failed check is reported and retried', async ({ page, complaints }) => {
  await openDashboard(page, 'membro@demo.test');
  await page.route('**/rest/v1/subscribers**', (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
  await page.reload();
  await expect(page.getByText('Não foi possível abrir a área de membros.')).toBeVisible();
  await page.unroute('**/rest/v1/subscribers**');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText('Assinatura ativa')).toBeVisible();
  await expectComplaints(complaints, /status of 500|subscription could not be checked/);
});

test('a plan chosen before signing in is continued once', async ({ page }) => {
  const checkouts: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/create-checkout')) checkouts.push(request.postDataJSON());
  });
  await page.goto('/pricing?utm_source=palestra', { referer: 'https://revista.test/artigo' });
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Assinar o Scale' }).click();
  await expect(page).toHaveURL(LOGIN);
  await signIn(page, 'visitante@demo.test');
  await expect(page.getByText('Login realizado com sucesso!')).toBeVisible();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await expect(page.getByRole('heading', { name: 'Plano Scale' })).toBeVisible();
  await page.goto('/pricing?plano=scale', { waitUntil: 'networkidle' });
  const arrival = { referrer: 'https://revista.test/artigo', source: 'palestra', medium: '' };
  expect(checkouts, 'with how the visit began').toEqual([{ planType: 'scale', arrival }]);
  await page.goto(LOGIN);
  await expect(page.getByText('Você escolheu o plano'), 'it waits no longer').toHaveCount(0);
});

/** Changes the stored session, as time and accidents would. */
async function spoil(page: Page, change: { expires_at: number; refresh_token?: string }): Promise<void> {
  await page.evaluate((change) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token')) ?? '';
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...change }));
  }, change);
}

const secondsFromNow = (seconds: number) => Math.round(Date.now() / 1000) + seconds;

test('two tabs that refresh at the same moment both stay in', async ({ page, context }) => {
  await openDashboard(page, 'membro@demo.test');
  const other = await context.newPage();
  await other.goto('/membros');
  await expect(other.getByText('Assinatura ativa')).toBeVisible();
  // Neither tab may refresh before both start anew.
  await Promise.all([page.goto('/robots.txt'), other.goto('/robots.txt')]);
  await spoil(page, { expires_at: secondsFromNow(5) });

  // Holds both requests until both tabs have refreshed with the same token.
  const { promise: both, resolve: go } = Promise.withResolvers<void>();
  const statuses: number[] = [];
  let waiting = 0;
  await context.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    waiting += 1;
    if (waiting === 2) go();
    await both;
    const response = await route.fetch();
    statuses.push(response.status());
    await route.fulfill({ response });
  });
  await Promise.all([page.goto('/membros'), other.goto('/membros')]);
  // A tab may show what it read with the old token, good for some seconds, before it has refreshed.
  await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(2);
  for (const tab of [page, other]) await expect(tab.getByText('Assinatura ativa')).toBeVisible();
  // A slow tab may refresh once more, which is as good.
  expect(new Set(statuses)).toEqual(new Set([200]));
  await context.unroute('**/auth/v1/token?grant_type=refresh_token');
  await spoil(page, { expires_at: secondsFromNow(-5) });
  await page.reload();
  await expect(page.getByText('Assinatura ativa'), 'what was kept is good for the next time').toBeVisible();
});

test('a session that cannot be renewed is removed', async ({ page, complaints }) => {
  await openDashboard(page, 'membro@demo.test');
  await spoil(page, { expires_at: secondsFromNow(-5), refresh_token: 'aaaaaaaaaaaa' });
  await page.reload();
  await expect(page).toHaveURL(LOGIN);
  await expect(page.getByLabel('Senha')).toBeVisible();
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes('auth-token')));
  expect(kept).toEqual([]);
  await expectComplaints(complaints, /status of 400|Refresh Token/);
});
