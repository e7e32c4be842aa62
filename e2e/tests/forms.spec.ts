/** The public forms with and without script: what is sent and refused, and that nothing is lost or stored twice. */
import type { APIRequestContext, Page, Request, TestInfo } from '@playwright/test';
import { rowsOf } from './accounts.ts';
import { emailsTo } from './emails.ts';
import {
  closeToasts,
  expect,
  expectAccessible,
  expectComplaints,
  expectRefusal,
  expectWholeOnEveryScreen,
  holdRequests,
  openHydrated,
  test,
  waitForHydration,
} from './fixtures.ts';
import { type Server, startServer } from './server.ts';

const sentText = 'Retornarei o contato em até 24 horas. Obrigado pela mensagem.';
const limitText = 'Chegaram muitos envios da sua rede.';

const address = (name: string, { project, retry }: TestInfo) => `${name}-${project.name}-${retry}@exemplo.com.br`;

async function writeMessage(page: Page, email: string, message = 'Quero conversar sobre prioridades.') {
  await page.getByLabel('Nome').fill('Leitora Exemplo');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Empresa').fill('Empresa C');
  await page.getByLabel('Assunto').selectOption('Palestras e Eventos');
  await page.getByLabel('Mensagem').fill(message);
}

async function expectMessageKept(page: Page, email: string, message = 'Quero conversar sobre prioridades.') {
  await expect(page.getByLabel('Nome')).toHaveValue('Leitora Exemplo');
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Empresa')).toHaveValue('Empresa C');
  await expect(page.getByLabel('Assunto')).toHaveValue('Palestras e Eventos');
  await expect(page.getByLabel('Mensagem')).toHaveValue(message);
}

const sendMessage = (page: Page) => page.getByRole('button', { name: 'Enviar mensagem' });
const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' });
const trap = (page: Page, form: string) => page.locator(`#${form} [name="website"]`);

test.describe('with script', () => {
  test('a message is checked and sent once; spam is dropped', async ({ page, server }, info) => {
    await test.step('each field shows its problem, and the first is focused', async () => {
      await openHydrated(page, '/contato');
      await page.getByLabel('E-mail', { exact: true }).fill('ana,bia@empresa.com.br');
      await sendMessage(page).click();
      await expect(page.getByLabel('Nome')).toBeFocused();
      for (const complaint of [
        'Escreva o seu nome.',
        'Confira o endereço: ele precisa ser como nome@empresa.com.br.',
        'Escolha um assunto.',
        'Escreva a mensagem.',
      ])
        await expect(page.getByText(complaint)).toBeVisible();
      await expectWholeOnEveryScreen(page);
      await page.getByLabel('Nome').fill('Ana');
      await expect(page.getByText('Escreva o seu nome.')).toHaveCount(0);
    });

    await test.step('a double click stores one message and empties the form', async () => {
      const email = address('duas-vezes', info);
      // What the step before typed would come back in the middle of this one's typing.
      await page.evaluate(() => sessionStorage.clear());
      await openHydrated(page, '/contato');
      await writeMessage(page, email);
      await sendMessage(page).dblclick();
      await expect(toasts(page).getByText('Mensagem enviada com sucesso!')).toBeVisible();
      await expect(toasts(page).getByText(sentText)).toBeVisible();
      for (const label of ['Nome', 'Empresa', 'Assunto', 'Mensagem'])
        await expect(page.getByLabel(label)).toHaveValue('');
      const [row, ...others] = await rowsOf(server, 'contacts', `email=eq.${email}`);
      expect(row).toMatchObject({ name: 'Leitora Exemplo', company: 'Empresa C', subject: 'Palestras e Eventos' });
      expect(others).toEqual([]);
    });

    await test.step('a filled honeypot is confirmed but not stored', async () => {
      const email = address('maquina', info);
      await closeToasts(page);
      await openHydrated(page, '/contato');
      await writeMessage(page, email);
      await trap(page, 'contato').fill('https://spam.test', { force: true });
      await sendMessage(page).click();
      await expect(toasts(page).getByText('Mensagem enviada com sucesso!')).toBeVisible();
      expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toEqual([]);
    });
  });

  test('a lost connection keeps input, a lost answer stores once', async ({ page, server, complaints }, info) => {
    const email = address('sem-rede', info);
    await openHydrated(page, '/contato');
    await writeMessage(page, email);
    await page.route('**/rest/v1/contacts*', (route) => route.abort('connectionreset'));
    await sendMessage(page).click();
    await expect(toasts(page).getByText('Erro ao enviar mensagem')).toBeVisible();
    await expect(
      toasts(page).getByText('Tente novamente em alguns instantes ou entre em contato pelo WhatsApp.'),
    ).toBeVisible();
    await expectMessageKept(page, email);
    expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toEqual([]);

    await page.unroute('**/rest/v1/contacts*');
    const answered = page.waitForEvent('requestfailed', (failed: Request) =>
      failed.url().includes('/rest/v1/contacts'),
    );
    await page.route('**/rest/v1/contacts*', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await sendMessage(page).click();
    await answered;
    await expect(sendMessage(page)).toBeEnabled();
    await expectMessageKept(page, email);
    await page.unroute('**/rest/v1/contacts*');
    await sendMessage(page).click();
    await expect(toasts(page).getByText('Mensagem enviada com sucesso!')).toBeVisible();
    expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toHaveLength(1);
    await expectComplaints(complaints, /ERR_CONNECTION_RESET|could not be sent|status of 409/);
  });

  test('input before the script survives a reload until it is sent', async ({ page, server }, info) => {
    const email = address('rascunho', info);
    const release = await holdRequests(page, '**/assets/*.js');
    await page.goto('/contato', { waitUntil: 'commit' });
    await page.getByLabel('Nome').fill('Leitora Exemplo');
    await page.getByLabel('Assunto').selectOption('Palestras e Eventos');
    await page.getByLabel('Mensagem').fill('Quero conversar sobre prioridades.');
    release();
    await waitForHydration(page);
    await page.getByLabel('E-mail', { exact: true }).fill(email);
    await page.getByLabel('Empresa').fill('Empresa C');
    await expectMessageKept(page, email);
    await page.reload();
    await expectMessageKept(page, email);
    await page.getByRole('main').getByRole('link', { name: 'Política de privacidade' }).click();
    await expect(page).toHaveURL('/privacidade');
    await page.goBack();
    await expectMessageKept(page, email);

    await sendMessage(page).click();
    await expect(toasts(page).getByText('Mensagem enviada com sucesso!')).toBeVisible();
    expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toHaveLength(1);
    await page.reload();
    await waitForHydration(page);
    for (const label of ['Nome', 'Empresa', 'Assunto', 'Mensagem'])
      await expect(page.getByLabel(label)).toHaveValue('');
  });

  test('a form begun offline is sent once there is a connection', async ({
    page,
    context,
    server,
    complaints,
  }, info) => {
    const email = address('no-meio', info);
    const code = page.waitForResponse((response) => /assets\/store-message-[^/]+\.js$/.test(response.url()));
    await openHydrated(page, '/contato');
    await writeMessage(page, email);
    // With all that the module imports.
    await page.evaluate(`import(${JSON.stringify((await code).url())}).then(() => undefined)`);
    await context.setOffline(true);
    await sendMessage(page).click();
    await expect(toasts(page).getByText('Erro ao enviar mensagem')).toBeVisible();
    await expectMessageKept(page, email);
    await context.setOffline(false);
    await sendMessage(page).click();
    await expect(toasts(page).getByText('Mensagem enviada com sucesso!')).toBeVisible();
    expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toHaveLength(1);
    await expectComplaints(complaints, /ERR_INTERNET_DISCONNECTED|could not be sent/);
  });

  test('a form posts without script if its code fails to load', async ({ page, server, complaints }, info) => {
    const email = address('versao-nova', info);
    await page.route('**/assets/store-message-*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await openHydrated(page, '/contato');
    await writeMessage(page, email);
    await sendMessage(page).click();
    await expect(page).toHaveURL('/contato?enviado=contato#contato');
    await expect(page.getByRole('status').filter({ hasText: 'Mensagem enviada com sucesso!' })).toBeVisible();
    await expect(page.getByLabel('Mensagem')).toHaveValue('');
    expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toHaveLength(1);
    await expectComplaints(complaints, /status of 404|could not be fetched/);
  });

  test('the newsletter confirms, refuses bad input, keeps failures', async ({ page, complaints }, info) => {
    await openHydrated(page, '/');
    const field = page.getByLabel('Seu e-mail');
    const button = page.getByRole('button', { name: 'Receber a carta' });
    await field.fill('ana@empresa');
    await button.click();
    await expect(page.getByText('Confira o endereço: ele precisa ser como nome@empresa.com.br.')).toBeVisible();

    await field.fill(address('carta', info));
    await page.route('**/rest/v1/newsletter_subscriptions*', (route) => route.abort('connectionreset'));
    await button.click();
    await expect(toasts(page).getByText('Erro ao realizar inscrição')).toBeVisible();
    await expect(toasts(page).getByText('Tente novamente em alguns instantes.')).toBeVisible();
    await expect(field).toHaveValue(address('carta', info));

    await page.unroute('**/rest/v1/newsletter_subscriptions*');
    const release = await holdRequests(page, '**/rest/v1/newsletter_subscriptions*');
    await button.click();
    const busy = page.getByRole('button', { name: 'Cadastrando...' });
    await expect(busy).toBeDisabled();
    release();
    await expect(toasts(page).getByText('Inscrição realizada com sucesso!')).toBeVisible();
    await expect(toasts(page).getByText('Você receberá nossos insights exclusivos em seu email.')).toBeVisible();
    await expect(field).toHaveValue('');
    await expectComplaints(complaints, /ERR_CONNECTION_RESET|could not be sent/);
  });

  test('the waitlist takes an address once', async ({ page, server, complaints }, info) => {
    const email = address('espera', info);
    await openHydrated(page, '/software-gestao');
    const form = page.getByRole('form', { name: 'Quem entra na lista testa primeiro.' });
    const send = form.getByRole('button', { name: 'Entrar na lista', exact: true });
    await form.getByLabel('Nome').fill('Leitora Exemplo');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Pessoas na empresa').selectOption('10 a 49');
    await send.click();
    await expect(toasts(page).getByText('Seu lugar está guardado')).toBeVisible();
    await expect(form.getByLabel('E-mail')).toHaveValue('');
    await form.getByLabel('Nome').fill('Leitora Exemplo');
    await form.getByLabel('E-mail').fill(email);
    await send.click();
    await expect(toasts(page).getByText('Você já está na lista')).toBeVisible();
    const found = await rowsOf(server, 'waitlist_entries', `email=eq.${email}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ name: 'Leitora Exemplo', company: null, size: '10 a 49' });
    await expectRefusal(complaints, 409);
  });

  test('a page that answers a refused post is hydrated as it is', async ({ page, complaints }, info) => {
    const email = address('antes-do-script', info);
    await openHydrated(page, '/contato');
    await writeMessage(page, email, 'Primeira linha.\nSegunda linha.');
    await page.getByLabel('Nome').fill('');
    // Submits as a press before the script has loaded: no submit event.
    const loaded = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator('#contato').evaluate((form: HTMLFormElement) => form.submit());
    expect((await loaded).status()).toBe(422);
    await waitForHydration(page);
    await expect(page.getByText('Escreva o seu nome.')).toBeVisible();
    await page.getByLabel('Nome').fill('Leitora Exemplo');
    await expect(page.getByText('Escreva o seu nome.'), 'the script is there').toHaveCount(0);
    await expectMessageKept(page, email, 'Primeira linha.\nSegunda linha.');
    await sendMessage(page).click();
    await expect(toasts(page).getByText('Mensagem enviada com sucesso!')).toBeVisible();
    await expectRefusal(complaints, 422);
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent once, and problems stand at their fields', async ({ page, server, complaints }, info) => {
    await test.step('a message posted twice is confirmed and stored once', async () => {
      const email = address('sem-script', info);
      for (let time = 0; time < 2; time += 1) {
        await page.goto('/contato');
        await writeMessage(page, email);
        await sendMessage(page).click();
        await expect(page).toHaveURL('/contato?enviado=contato#contato');
        const notice = page.getByRole('status').filter({ hasText: 'Mensagem enviada com sucesso!' });
        await expect(notice).toContainText(sentText);
        await expect(notice).toBeInViewport();
        await expect(page.getByLabel('Mensagem')).toHaveValue('');
      }
      const found = await rowsOf(server, 'contacts', `email=eq.${email}`);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ company: 'Empresa C', message: 'Quero conversar sobre prioridades.' });
    });

    await test.step('problems stand at their fields, and the rest is kept', async () => {
      await page.goto('/contato');
      await writeMessage(page, 'ana@empresa', 'Primeira linha.\nSegunda linha.');
      await sendMessage(page).click();
      await expect(page.getByText('Confira o endereço: ele precisa ser como nome@empresa.com.br.')).toBeVisible();
      await expect(page.getByLabel('E-mail', { exact: true })).toHaveAttribute('aria-invalid', 'true');
      await expectMessageKept(page, 'ana@empresa', 'Primeira linha.\nSegunda linha.');
      await expectRefusal(complaints, 422);
    });

    await test.step('a honeypot post without script is confirmed but not stored', async () => {
      const email = address('maquina-sem-script', info);
      await page.goto('/contato');
      await writeMessage(page, email);
      await trap(page, 'contato').fill('https://spam.test', { force: true });
      await sendMessage(page).click();
      await expect(page.getByRole('status').filter({ hasText: 'Mensagem enviada com sucesso!' })).toBeVisible();
      expect(await rowsOf(server, 'contacts', `email=eq.${email}`)).toEqual([]);
    });
  });

  test('the newsletter and the waitlist take an address once', async ({ page, server, complaints }, info) => {
    await test.step('the newsletter takes an address once, and no blank one', async () => {
      const email = address('carta-sem-script', info);
      const field = page.getByLabel('Seu e-mail');
      const button = page.getByRole('button', { name: 'Receber a carta' });
      await page.goto('/blog');
      await field.fill('  ');
      await button.click();
      await expect(page).toHaveURL('/blog#newsletter');
      await expect(page.getByRole('status')).toHaveCount(0);
      await field.fill(email);
      await button.click();
      await expect(page).toHaveURL('/blog?enviado=newsletter#newsletter');
      await expect(page.getByRole('status')).toContainText('Inscrição realizada com sucesso!');
      await page.goto('/');
      await field.fill(email);
      await button.click();
      await expect(page.getByRole('alert')).toContainText('Este email já está inscrito na nossa newsletter.');
      await expect(field).toHaveValue(email);
      await expectRefusal(complaints, 422);
    });

    await test.step('the waitlist takes a place', async () => {
      const email = address('espera-sem-script', info);
      await page.goto('/software-gestao');
      const form = page.locator('#lista-de-espera');
      await form.getByLabel('Nome').fill('Leitora Exemplo');
      await form.getByLabel('E-mail').fill(email);
      await form.getByRole('button', { name: 'Entrar na lista', exact: true }).click();
      await expect(page).toHaveURL('/software-gestao?enviado=lista-de-espera#lista-de-espera');
      await expect(form.getByRole('status')).toContainText('Seu lugar está guardado');
      expect(await rowsOf(server, 'waitlist_entries', `email=eq.${email}`)).toHaveLength(1);
    });
  });
});

test('each form on a public page is answered by that page', async ({ request }) => {
  const map = await (await request.get('/sitemap.xml')).text();
  const addresses = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  expect(addresses.length).toBeGreaterThan(10);
  let answered = 0;
  for (const path of [...new Set(addresses)].filter(
    (path) => !path.startsWith('/storage') && !path.startsWith('/share'),
  )) {
    const html = await (await request.get(path)).text();
    for (const [, form = ''] of html.matchAll(/name="formulario" value="([^"]+)"/g)) {
      const reply = await request.post(path, { form: { formulario: form }, maxRedirects: 0 });
      expect([303, 422], `${form} at ${path}`).toContain(reply.status());
      answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(5);
});

test('posts of other sites, other kinds or too long are refused', async ({ request }) => {
  const form = { formulario: 'contato' };
  const statusOf = async (options: Parameters<APIRequestContext['post']>[1]) =>
    (await request.post('/contato', { maxRedirects: 0, ...options })).status();
  expect(await statusOf({ form, headers: { origin: 'https://evil.test' } })).toBe(403);
  expect(await statusOf({ form, headers: { 'sec-fetch-site': 'cross-site' } })).toBe(403);
  expect(await statusOf({ form: { formulario: 'nada' } })).toBe(400);
  expect(await statusOf({ data: form })).toBe(415);
  expect(await statusOf({ form: { ...form, message: 'a'.repeat(70_000) } })).toBe(413);
  expect(await statusOf({ form })).toBe(422);
});

test.describe('the links in the emails', () => {
  const unsubscribeLink = async (request: APIRequestContext, email: string): Promise<string> => {
    let link = '';
    await expect(async () => {
      const links = (await emailsTo(request, email)).flatMap((each) => each.links);
      link = new URL(links.find((found) => found.includes('/sair/')) ?? '').pathname;
    }).toPass({ intervals: [50, 100] });
    return link;
  };
  const isActive = async (server: Server, email: string) =>
    (await rowsOf(server, 'newsletter_subscriptions', `email=eq.${email}&is_active=is.true`)).length === 1;
  const subscribe = async (request: APIRequestContext, email: string) => {
    const form = { formulario: 'newsletter', email };
    expect((await request.post('/', { form, maxRedirects: 0 })).status()).toBe(303);
  };

  test('a subscription ends by the button, not by opening the link', async ({ page, request, server }, info) => {
    const email = address('sair', info);
    await subscribe(request, email);
    const link = await unsubscribeLink(request, email);
    const answer = await page.goto(link);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect(answer?.headers()['x-robots-tag']).toBe('noindex');
    await expect(page.getByRole('heading', { name: 'Cancelar a inscrição?' })).toBeVisible();
    expect(await isActive(server, email)).toBe(true);
    await page.getByRole('button', { name: 'Cancelar inscrição' }).click();
    await expect(page.getByRole('heading', { name: 'Inscrição cancelada' })).toBeFocused();
    expect(await isActive(server, email)).toBe(false);
    await expectWholeOnEveryScreen(page);
    await page.getByRole('link', { name: 'Assinar de novo' }).click();
    await expect(page.getByLabel('Seu e-mail')).toBeInViewport();
  });

  test('a mail program unsubscribes with one post, from nowhere', async ({ request, server }, info) => {
    for (const kind of ['form', 'multipart'] as const) {
      const email = address(`um-clique-${kind}`, info);
      await subscribe(request, email);
      const link = await unsubscribeLink(request, email);
      const reply = await request.post(link, { [kind]: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 });
      expect(reply.status()).toBe(200);
      expect(await isActive(server, email)).toBe(false);
    }
  });

  test('an invalid link is explained', async ({ page, complaints }) => {
    await openHydrated(page, '/newsletter/confirmar/nada');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirmar inscrição' }).click();
    await expect(toasts(page).getByText('Este link não vale mais')).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test.describe('from an address that sent too much', () => {
  const sender = '10.1.2.3';
  let limited: Server;
  test.beforeAll(async () => {
    limited = await startServer();
    const rows = Array.from({ length: 30 }, (_, index) => ({
      name: 'Ana',
      email: 'ana@exemplo.com.br',
      subject: 'Parcerias',
      message: `Mensagem ${index}`,
    }));
    const filled = await fetch(`${limited.url}/rest/v1/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': sender },
      body: JSON.stringify(rows),
    });
    expect(filled.status).toBe(201);
  });
  test.afterAll(() => limited.stop());

  for (const script of [true, false]) {
    test.describe(script ? 'with script' : 'without script', () => {
      test.use({ javaScriptEnabled: script });
      test('the form asks to wait and keeps the input', async ({ browser, complaints }) => {
        const context = await browser.newContext({
          baseURL: limited.url,
          extraHTTPHeaders: { 'x-forwarded-for': sender },
        });
        const page = await context.newPage();
        const answered = page.waitForResponse((response) => response.request().method() === 'POST');
        await page.goto('/contato');
        await writeMessage(page, 'bia@exemplo.com.br');
        await sendMessage(page).click();
        expect((await answered).status()).toBe(429);
        await expect(page.getByText('Erro ao enviar mensagem')).toBeVisible();
        await expect(page.getByText(limitText)).toBeVisible();
        await expectMessageKept(page, 'bia@exemplo.com.br');
        expect(complaints).toEqual([]);
      });
    });
  }
});
