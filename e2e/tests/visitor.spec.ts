/** Edge cases of a visit: history, reloads, slow scripts, and misleading addresses. */
import type { Page } from '@playwright/test';
import { signInByApi } from './accounts.ts';
import { expect, expectComplaints, holdRequests, password, test, waitForHydration } from './fixtures.ts';

test('a page that is reloaded or revisited keeps its scroll', async ({ page }) => {
  const position = () => page.evaluate(() => window.scrollY);
  await page.goto('/privacidade');
  await page.evaluate(() => window.scrollTo(0, 1200));
  await expect.poll(position).toBe(1200);
  await page.reload();
  await expect.poll(position).toBe(1200);

  // Leaves the site and comes back, as with a link to another site.
  await page.evaluate(() => window.location.assign('/rss.xml'));
  await page.waitForURL('**/rss.xml');
  await page.goBack();
  await expect.poll(position).toBe(1200);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Sobre' }).click();
  await expect(page).toHaveURL('/sobre');
  await expect.poll(position).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/privacidade');
  await expect.poll(position).toBeGreaterThan(1200);

  // After a reload the list has to be fetched before the page is as long as it was.
  const left = await position();
  await page.goForward();
  await expect(page).toHaveURL('/sobre');
  await page.reload();
  await waitForHydration(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Política de privacidade' })).toBeVisible();
  await expect.poll(position).toBe(left);
});

test('a continued list is as long after a reload or return', async ({ page }) => {
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 });
  // The position in the window. The distance from the page's top changes when a font loads late.
  const topOf = (index: number) => titles.nth(index).evaluate((title) => Math.round(title.getBoundingClientRect().top));
  await page.goto('/conteudos/artigos');
  await waitForHydration(page);
  const short = await titles.count();
  const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await page.getByRole('link', { name: 'Carregar mais' }).click();
  await expect.poll(() => titles.count()).toBeGreaterThan(short);
  const long = await titles.count();
  await titles.last().scrollIntoViewIfNeeded();
  await expect(titles.last()).toBeInViewport();
  const left = await topOf(long - 1);
  await page.reload();
  await expect(titles).toHaveCount(long);
  await expect.poll(() => topOf(long - 1)).toBe(left);

  await page.evaluate(() => window.location.assign('/rss.xml'));
  await page.waitForURL('**/rss.xml');
  await page.goBack();
  await expect(titles).toHaveCount(long);
  await expect.poll(() => topOf(long - 1)).toBe(left);

  // The end of the page before its list has grown again: what is below the list moves on, the scroll position stays.
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), end);
  const atEnd = await topOf(short - 1);
  await page.reload();
  await expect(titles).toHaveCount(long);
  await expect.poll(() => topOf(short - 1)).toBe(atEnd);

  // Another history entry begins as the server renders it.
  await page.goto('/conteudos');
  await page.goto('/conteudos/artigos');
  await waitForHydration(page);
  await expect(titles).toHaveCount(short);
});

test('going back through sections restores each position', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const position = () => page.evaluate(() => window.scrollY);
  await page.goto('/privacidade');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sobre' }).click();
  await expect(page).toHaveURL('/sobre');
  await expect.poll(position).toBe(0);
  const sections = page.getByRole('navigation', { name: 'Seções da página' });
  const places = [await position()];
  for (const [name, id] of [
    ['Formação Acadêmica', 'formacao-academica'],
    ['Recomendações', 'recomendacoes'],
  ] as const) {
    // Pressed without a pointer, which might scroll the page.
    await sections.getByRole('link', { name }).evaluate((link: HTMLAnchorElement) => link.click());
    await expect(page).toHaveURL(`/sobre#${id}`);
    await expect(page.locator(`#${id}`)).toBeInViewport();
    places.push(await position());
  }
  const [first = 0, education = 0, recommendations = 0] = places;
  expect(recommendations).toBeGreaterThan(education);
  await page.goBack();
  await expect.poll(position).toBe(education);
  await page.goForward();
  await expect.poll(position).toBe(recommendations);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/sobre');
  await expect.poll(position).toBe(first);
});

test('a link to the same page scrolls up without a new entry', async ({ page }) => {
  await page.goto('/mentoria');
  const position = () => page.evaluate(() => window.scrollY);
  const entries = await page.evaluate(() => history.length);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Mentoria' });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(position).toBeGreaterThan(500);
  await waitForHydration(page);
  await link.click();
  await expect.poll(position).toBe(0);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('input and clicks before hydration are not lost', { tag: '@phone' }, async ({ page }) => {
  const release = await holdApplication(page);
  await page.goto('/contato');
  const [subject, message] = ['Parcerias', 'Uma conversa sobre metas.'];
  await page.getByLabel('Nome').fill('Lia Prado');
  await page.getByLabel('Assunto').selectOption(subject);
  await page.getByLabel('Mensagem').fill(message);
  // On phones the button gives way while a field has the focus.
  await page.getByLabel('Mensagem').blur();
  const dismiss = page.getByRole('button', { name: 'Dispensar botão de conversa' });
  await dismiss.click();
  await expect(dismiss).toBeVisible();
  release();
  await expect(dismiss).toBeHidden();
  // Every further character renders the form again from what the application knows.
  await page.getByRole('main').getByLabel('E-mail').first().fill('lia@empresa.test');
  await expect(page.getByLabel('Nome')).toHaveValue('Lia Prado');
  await expect(page.getByLabel('Assunto')).toHaveValue(subject);
  await expect(page.getByLabel('Mensagem')).toHaveValue(message);
});

test('a search begun before the application has come is found', async ({ page }) => {
  const release = await holdApplication(page);
  await page.goto('/blog');
  await page.getByRole('searchbox').fill('reunião');
  release();
  await expect(page).toHaveURL(/busca=reuni/);
});

test('a login sent before the script loads signs in', async ({ page }) => {
  const release = await holdApplication(page);
  await page.goto('/membros/apresentacao');
  await page.getByLabel('Email').fill('membro@demo.test');
  await page.getByLabel('Senha').fill(password);
  await page.getByLabel('Senha').press('Enter');
  release();
  await expect(page).toHaveURL('/membros');
});

test('a login sent during hydration signs in', async ({ page }) => {
  // React marks the root when it starts to listen; the form is sent in the next task, before its fields are restored.
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const root = document.getElementById('root');
      const form = document.querySelector<HTMLFormElement>('form[data-needs-application]');
      if (form && root && Object.keys(root).some((name) => name.startsWith('__reactContainer'))) form.requestSubmit();
      else port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
  });
  const release = await holdApplication(page);
  await page.goto('/membros/apresentacao');
  await page.getByLabel('Email').fill('membro@demo.test');
  await page.getByLabel('Senha', { exact: true }).fill(password);
  release();
  await expect(page).toHaveURL('/membros');
});

test('without script a login keeps the password off the address', async ({ page, complaints }) => {
  await page.route('**/assets/base-*.js', (route) => route.abort());
  await page.goto('/membros/apresentacao', { waitUntil: 'networkidle' });
  const fill = async () => {
    await page.getByLabel('Email').fill('membro@demo.test');
    await page.getByLabel('Senha').fill(password);
  };
  await fill();
  await page.unroute('**/assets/base-*.js');
  const sent = page.waitForRequest((request) => request.isNavigationRequest() && request.method() === 'POST');
  await page.getByLabel('Senha').press('Enter');
  await sent;
  await expect(page.getByRole('alert')).toContainText('Ainda não foi possível entrar');
  await expect(page.getByLabel('Email')).toHaveValue('membro@demo.test');
  await expect(page).toHaveURL('/membros/apresentacao#entrar');
  await waitForHydration(page);
  await fill();
  await page.getByLabel('Senha').press('Enter');
  await expect(page).toHaveURL('/membros');
  await expectComplaints(complaints, /ERR_FAILED|could not start|422/);
});

test('a page that fails to load shows an error and a retry', async ({ page, complaints }) => {
  await page.goto('/sobre');
  await waitForHydration(page);
  await page.route('**/assets/contact-*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contato', exact: true }).click();
  await expect(page).toHaveURL('/contato');
  await expect(page.getByRole('alert')).toContainText('Não foi possível mostrar esta página.');
  await expect(page).toHaveTitle(/^Página com erro/);
  await page.unroute('**/assets/contact-*.js');
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByLabel('Mensagem')).toBeVisible();
  await expect(page).toHaveTitle(/^Contato/);
  await expectComplaints(complaints, /ERR_FAILED|could not be fetched|dynamically imported module/);
});

test('a part that fails to load keeps the input and loads later', async ({ page, complaints }) => {
  await signInByApi(page, 'membro@demo.test');
  await page.goto('/membros/comunidade');
  const title = page.getByRole('textbox', { name: 'Título' });
  await title.fill('Escrito antes da falha');
  await page.route('**/assets/new-channel-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Criar canal' }).click();
  const failure = page.getByText('Uma parte da página não pôde ser carregada');
  await expect(failure).toBeVisible();
  await expect(title).toHaveValue('Escrito antes da falha');
  await page.unroute('**/assets/new-channel-*.js');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(failure).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(title).toHaveValue('Escrito antes da falha');
  await expectComplaints(complaints, /ERR_FAILED|could not be fetched|dynamically imported module/);
});

test('a page opened in the background starts without a paint', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto('/');
  const dismiss = page.getByRole('button', { name: 'Dispensar botão de conversa' });
  await dismiss.click();
  await expect(dismiss).toHaveCount(0);
});

test('a page stays until the next one is ready', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/members-welcome*.js');
  await page.goto('/conta/verificacao');
  await expect(page).toHaveURL(/\/membros\/apresentacao/);
  await expect(page.getByRole('heading', { level: 1, name: 'Entrando' })).toBeAttached();
  await expect(page).toHaveTitle(/^Entrando/);
  await expect(page.locator('html'), 'on the way, and seen to be').toHaveAttribute('data-leaving', '');
  release();
  await expect(page).toHaveTitle(/^Comunidade de líderes/);
  await expect(page.getByRole('heading', { name: 'Entrando' })).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-leaving');
});

test('a link with a badly encoded fragment opens its page', async ({ page }) => {
  await page.goto('/contato');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Sobre' });
  await link.evaluate((anchor) => anchor.setAttribute('href', '/sobre#100%'));
  await link.click();
  await expect(page).toHaveURL('/sobre#100%');
  await expect(page.getByRole('navigation', { name: 'Seções da página' })).toBeVisible();
});

test('from a missing page the way back leads to the start', async ({ page, context, complaints }) => {
  await page.goto('/');
  const opened = context.waitForEvent('page');
  await page.evaluate(() => window.open('/nao-existe', '_blank', 'noopener'));
  const tab = await opened;
  await waitForHydration(tab);
  await tab.getByRole('button', { name: 'Voltar' }).click();
  await expect(tab).toHaveURL('/');
  expect(complaints).toEqual([]);
});

// What counts as another host is tested in web/src/features/accounts/next-path.test.ts.
test('the login ignores next addresses on other hosts', async ({ page, request }) => {
  await signInByApi(page, 'membro@demo.test');
  const address = `/membros/apresentacao?next=${encodeURIComponent('//outra.test')}`;
  await page.goto(address);
  await expect(page.getByRole('link', { name: 'Ir para a área de membros' })).toHaveAttribute('href', '/membros');
  for (const next of ['//outra.test', '/.//outra.test', '/\\outra.test', 'https://outra.test', 'javascript:alert(1)']) {
    const html = await (await request.get(`/membros/apresentacao?next=${encodeURIComponent(next)}`)).text();
    expect(html, 'the page as it is sent').toContain('href="/conta/criar"');
  }
});

/** Holds back the application's code until the returned function is called. */
const holdApplication = (page: Page) => holdRequests(page, '**/assets/base-*.js');
