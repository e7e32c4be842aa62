/** The plans: their texts, and what choosing one does for whom. */
import type { Page } from '@playwright/test';
import { fillLogin, openSignedIn } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectComplaints,
  expectRefusal,
  holdRequests,
  password,
  test,
  waitForHydration,
} from './fixtures.ts';

const buy = (page: Page, plan: string) => page.getByRole('link', { name: `Assinar o ${plan}` });
const selectedPlan = (page: Page) => page.evaluate(() => localStorage.getItem('selectedPlan'));

/** Opens the plans with a session. */
async function signedInAtPricing(page: Page, email: string): Promise<void> {
  await openSignedIn(page, email, '/pricing');
  await waitForHydration(page);
}

test('the plans have prices, features, a chat and answers', async ({ page }) => {
  await page.goto('/pricing');
  await test.step('prices, badges and features', async () => {
    const expected = {
      Update: ['R$ 47', 'Artigos exclusivos', 'Podcasts semanais'],
      Scale: ['R$ 97', 'Escolha de 80% dos nossos clientes', 'Tudo do Update e mais:', 'Certificados'],
      Professional: ['R$ 197', 'Mais Completo', 'Uma hora mensal de consultoria', 'Em breve'],
      Enterprise: ['Sob consulta'],
    };
    for (const [name, texts] of Object.entries(expected)) {
      const plan = page
        .getByRole('article')
        .filter({ has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
      for (const text of texts) await expect(plan, name).toContainText(text);
    }
    await expect(page.getByRole('listitem').filter({ hasText: 'Carta premium' })).toContainText('toda semana');
    for (const soon of ['Encontros mensais ao vivo', 'Uma hora mensal de consultoria']) {
      await expect(page.getByRole('listitem').filter({ hasText: soon }), soon).toContainText('Em breve');
    }
    for (const there of ['Artigos exclusivos', 'Grupo VIP no WhatsApp', 'Acesso antecipado a novidades']) {
      await expect(page.getByRole('listitem').filter({ hasText: there }), there).not.toContainText('Em breve');
    }
    await expect(page.getByText(/Cancele quando quiser\. Garantia de 30 dias/)).toBeVisible();
    await expect(page.getByText('CNPJ', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('enterprise opens the chat in a new tab', async () => {
    const chat = page
      .getByRole('article')
      .filter({ hasText: 'Sob consulta' })
      .getByRole('link', { name: /Conversar/ });
    await expect(chat).toHaveAttribute('target', '_blank');
    const url = new URL((await chat.getAttribute('href')) ?? '');
    expect([url.host, url.searchParams.get('text')]).toEqual(['wa.me', expect.stringContaining('Enterprise')]);
  });

  await test.step('the questions open by keyboard and are structured data', async () => {
    const questions = page.locator('details');
    expect(await questions.count()).toBeGreaterThanOrEqual(8);
    await expect(questions.filter({ hasText: 'nota fiscal' }), 'the owner has not answered it').toHaveCount(0);
    await expect(questions.filter({ hasText: 'Como recebo acesso aos cursos?' })).toContainText(
      /ambiente de aprendizagem.*plataforma parceira/,
    );
    const withdrawal = questions.filter({ hasText: '7 dias' });
    await withdrawal.locator('summary').focus();
    await page.keyboard.press('Enter');
    await expect(withdrawal.getByText(/artigo 49 do Código de Defesa do Consumidor/)).toBeVisible();

    const graph: { '@graph': Record<string, unknown>[] } = JSON.parse(
      (await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}',
    );
    const faq = graph['@graph'].find((thing) => thing['@type'] === 'FAQPage') as {
      mainEntity: { name: string; acceptedAnswer: { text: string } }[];
    };
    expect(faq.mainEntity).toHaveLength(await questions.count());
    for (const { name, acceptedAnswer } of faq.mainEntity) {
      await expect(questions.filter({ hasText: name }).first()).toContainText(acceptedAnswer.text);
    }
    const prices = JSON.stringify(graph).match(/"price":(\d+)/g);
    expect(new Set(prices)).toEqual(new Set(['"price":47', '"price":97', '"price":197']));
  });
});

test('the comparison leads to each plan', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/pricing');
  const table = page.getByRole('region', { name: 'Comparação entre planos' });
  await table.getByRole('link', { name: 'Escolher o Professional' }).click();
  await expect(page).toHaveURL('/pricing#plano-professional');
  await expect(buy(page, 'Professional')).toBeInViewport();
  await expect(table.getByRole('link', { name: /^Conversar sobre o Enterprise/ })).toHaveAttribute('target', '_blank');
});

test('without a session the chosen plan leads to the login', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.clock.install();
  await page.goto('/pricing');
  await waitForHydration(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await buy(page, 'Scale').click();
  await expect(page.getByText('Login necessário')).toBeVisible();
  await expect(page.getByText('Você precisa estar logado para assinar.')).toBeVisible();
  expect(await selectedPlan(page)).toBe('scale');
  await page.clock.runFor(1400);
  await expect(page, 'the notice is read first').toHaveURL('/pricing');
  await page.clock.runFor(100);
  await expect(page).toHaveURL('/membros/apresentacao');
  await page.clock.resume();
  await expect(page.getByText('Você escolheu o plano Scale.')).toBeVisible();
  expect(
    loaded.filter((url) => url.endsWith('/config.json')),
    'visitors do without the client library',
  ).toEqual([]);
});

test('with a session the payment page opens, and leads back', async ({ page }) => {
  await page.goto('/membros/apresentacao?next=/pricing');
  await fillLogin(page, 'visitante@demo.test', password);
  await expect(page).toHaveURL('/pricing');
  await buy(page, 'Professional').click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\/cs_test_/);
  await expect(page.getByRole('heading', { name: 'Plano Professional' })).toBeVisible();
  await expect(page.getByText('R$ 197,00')).toBeVisible();
  await page.getByRole('link', { name: 'Voltar sem pagar' }).click();
  await expect(page.getByRole('heading', { name: 'Nada foi cobrado' })).toBeVisible();
  await page.getByRole('link', { name: 'Ver os planos' }).click();
  await expect(page).toHaveURL('/pricing');
});

test('a checkout that fails says so, another is followed', async ({ page, complaints }) => {
  await signedInAtPricing(page, 'visitante@demo.test');
  await test.step('an unavailable payment service is reported', async () => {
    await page.route('**/functions/v1/create-checkout', (route) =>
      route.fulfill({ status: 503, json: { code: 'payments_unavailable' } }),
    );
    await buy(page, 'Professional').click();
    await expect(page.getByText('Pagamento ainda não disponível')).toBeVisible();
    await expect(page).toHaveURL('/pricing');
    await expectRefusal(complaints, 503);
    await page.unroute('**/functions/v1/create-checkout');
  });

  await test.step('a failed checkout says so, and a payment page is followed', async () => {
    await page.route('**/functions/v1/create-checkout', (route) => route.abort());
    await buy(page, 'Update').click();
    await expect(page.getByText('Erro no checkout')).toBeVisible();
    await expect(page.getByText('Não foi possível iniciar o processo de pagamento.')).toBeVisible();
    await expectComplaints(complaints, /ERR_FAILED|checkout could not be started/);

    await page.unroute('**/functions/v1/create-checkout');
    await page.route('**/functions/v1/create-checkout', async (route) => {
      expect(route.request().postDataJSON()).toMatchObject({ planType: 'update' });
      await route.fulfill({ json: { url: new URL('/contato', page.url()).href } });
    });
    await buy(page, 'Update').click();
    await expect(page).toHaveURL('/contato');
  });
});

test('a subscriber is sent to the portal instead of paying twice', async ({ page }) => {
  await signedInAtPricing(page, 'membro@demo.test');
  await buy(page, 'Professional').click();
  await expect(page.getByText('Assinatura ativa', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Você já possui uma assinatura ativa. Use o portal de gerenciamento para alterar seu plano.'),
  ).toBeVisible();
});

test('an ended session counts as signed out', async ({ page }) => {
  await page.goto('/pricing');
  await waitForHydration(page);
  await page.evaluate(() => localStorage.setItem('sb-127-auth-token', 'null'));
  await buy(page, 'Update').click();
  await expect(page.getByText('Login necessário')).toBeVisible();
  await expect(page).toHaveURL('/membros/apresentacao');
  await expect(page.getByText('Login necessário'), 'it is read on the page it leads to').toBeVisible();
  await page.getByRole('link', { name: 'Criar conta' }).first().click();
  await expect(page).toHaveURL(/\/conta\/criar/);
  await expect(page.getByText('Login necessário')).toHaveCount(0);
});

test('an expired session keeps the typed email', async ({ page, complaints }) => {
  await page.addInitScript(() => {
    const over = {
      access_token: 'a.b.c',
      refresh_token: 'over',
      token_type: 'bearer',
      expires_at: 1,
      expires_in: 1,
      user: {},
    };
    localStorage.setItem('sb-127-auth-token', JSON.stringify(over));
  });
  const release = await holdRequests(page, '**/assets/signed-in-card-*.js');
  await page.goto('/membros/apresentacao');
  await waitForHydration(page);
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await email.fill('ana@exemplo.com.br');
  release();
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect(email).toHaveValue('ana@exemplo.com.br');
  await expectRefusal(complaints, 400);
});

test('the comparison scrolls by itself and keeps its first column', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/pricing');
  const table = page.getByRole('region', { name: 'Comparação entre planos' });
  await expect(table.getByRole('row', { name: /Cursos gravados.*Não incluído.*Incluído/ })).toBeVisible();
  await expect(
    table.getByRole('row', { name: 'Carta premium Toda semana Toda semana Toda semana Toda semana', exact: true }),
  ).toBeVisible();
  await expect(
    table.getByRole('row', { name: 'Encontro mensal ao vivo Não incluído Em breve Em breve Em breve', exact: true }),
  ).toBeVisible();
  const wider = await table.evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(wider).toBe(isMobile);
  if (!wider) return;
  const feature = table.getByRole('rowheader').first();
  const before = await feature.boundingBox();
  await table.focus();
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  // The table is taller than a phone: its head may be above what is seen.
  const last = table.getByRole('columnheader', { name: 'Enterprise' });
  const width = page.viewportSize()?.width ?? 0;
  await expect.poll(async () => ((await last.boundingBox())?.x ?? width) < width).toBe(true);
  expect((await feature.boundingBox())?.x).toBeCloseTo(before?.x ?? -1, 0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the login names the chosen plan and asks for JavaScript', async ({ page }) => {
    await page.goto('/pricing');
    await buy(page, 'Scale').click();
    await expect(page).toHaveURL('/membros/apresentacao?plano=scale');
    await expect(page.getByText('Você escolheu o plano Scale.')).toBeVisible();
    await expect(page.getByText(/Para entrar é preciso JavaScript/)).toBeVisible();
    await expect(page.getByLabel('Senha')).toBeHidden();
  });
});
