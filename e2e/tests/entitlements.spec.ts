/** Pages that each plan opens, the text of a closed card, and the effect of a change of plan. */
import type { APIRequestContext, Page } from '@playwright/test';
import { byService, createAccount, demoPassword, openSignedIn } from './accounts.ts';
import { openCheckout } from './checkout.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test, waitForHydration } from './fixtures.ts';

interface Content {
  id: string;
  title: string;
}

/** The newest published content for members that requires this. */
async function requiring(request: APIRequestContext, entitlement: string): Promise<Content> {
  const query = `select=id,title&is_published=is.true&is_member_only=is.true&entitlement=eq.${entitlement}`;
  const rows = await (await request.get(`/rest/v1/contents?${query}&order=published_at.desc&limit=1`)).json();
  expect(rows, entitlement).toHaveLength(1);
  return rows[0];
}

const closed = (page: Page, plan: string) =>
  page.getByRole('heading', { name: new RegExp(`faz parte do plano ${plan}\\.$`) });

const isOpen = async (page: Page, title: string) => {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('faz parte do plano')).toHaveCount(0);
};

test('a closed card names the plan and its price to a visitor', { tag: '@phone' }, async ({ page, request }) => {
  const masterclass = await requiring(request, 'masterclasses');
  await page.goto('/conteudos/videos');
  await waitForHydration(page);
  const card = page.getByRole('link', { name: masterclass.title });
  await expect(card).toContainText('A partir do plano Scale, R$ 97 por mês');
  await expectNoSidewaysScroll(page);
  await card.click();
  const offer = page.getByRole('dialog', { name: 'Conteúdo exclusivo para membros' });
  await expect(offer).toContainText('A partir do plano Scale, R$ 97 por mês.');
  await expect(offer.getByRole('listitem')).toHaveText([/Scale/, /Professional/, /Enterprise/]);
  await expect(offer.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('href', '/pricing');
});

test('members open the contents that their plan lists', async ({ page, request }) => {
  const article = await requiring(request, 'articles');
  const document = await requiring(request, 'downloads');
  for (const [email, plan] of [
    ['membro.update@demo.test', 'update'],
    ['membro@demo.test', 'scale'],
    ['membro.professional@demo.test', 'professional'],
  ] as const) {
    await test.step(plan, async () => {
      await openSignedIn(page, email, `/membros/conteudo/${article.id}`);
      await isOpen(page, article.title);
      await page.goto(`/membros/conteudo/${document.id}`);
      if (plan !== 'update') return isOpen(page, document.title);
      await expect(closed(page, 'Scale')).toBeVisible();
      await expect(page.getByText('A partir do plano Scale, R$ 97 por mês.')).toBeVisible();
      await expect(page.getByText(/^Ao mudar agora, você paga R\$\s\d+,\d\d pela diferença até/)).toBeVisible();
      await expectAccessibleInBothSchemes(page);
      await page.goto('/membros/conteudos');
      const row = page.getByRole('link', { name: document.title });
      await expect(row).toContainText('A partir do plano Scale, R$ 97 por mês');
      await expectAccessibleInBothSchemes(page);
    });
  }
});

test('a courtesy without a subscription is led to the plans', async ({ page, request, server }) => {
  const document = await requiring(request, 'downloads');
  const email = 'cortesia-update@exemplo.com.br';
  const user_id = await createAccount(server, email, { password: demoPassword });
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const row = { user_id, email, status: 'courtesy', plan: 'update', courtesy_until: until };
  await byService(server, 'POST', '/rest/v1/subscribers', row);
  await openSignedIn(page, email, `/membros/conteudo/${document.id}`);
  await expect(closed(page, 'Scale')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver os planos' })).toHaveAttribute('href', '/pricing');
});

test('an upgrade opens the pages that wait for it', async ({ page, request, server, context }) => {
  const document = await requiring(request, 'downloads');
  await openCheckout(server, page, 'Update');
  await page.getByLabel('Número do cartão').fill('4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Assinar e pagar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pagamento confirmado' })).toBeVisible();
  await page.goto(`/membros/conteudo/${document.id}`);
  await expect(closed(page, 'Scale')).toBeVisible();

  const course = await context.newPage();
  const [{ id }] = await (
    await request.get('/rest/v1/courses?select=id&entitlement=eq.courses&is_published=is.true&order=sort_order&limit=1')
  ).json();
  await course.goto(`/membros/aprendizagem/curso/${id}`);
  await expect(closed(course, 'Scale')).toBeVisible();

  const catalogue = await context.newPage();
  await catalogue.goto('/membros/aprendizagem?categoria=todos');
  const closedCourses = catalogue.getByText(/^A partir do plano Scale/);
  await expect(closedCourses.first()).toBeVisible();

  const other = await context.newPage();
  await other.goto('/membros/conteudos');
  await other.getByRole('link', { name: document.title }).click();
  await other.getByRole('button', { name: 'Mudar para o Scale' }).click();
  await expect(other.getByRole('heading', { name: 'Confirme a mudança de plano' })).toBeVisible();
  await other.getByRole('button', { name: 'Confirmar' }).click();
  await expect(other, 'the confirmation leads back').toHaveURL(`/membros/conteudo/${document.id}`);
  await isOpen(other, document.title);
  await isOpen(page, document.title);
  await expect(course.getByText('faz parte do plano')).toHaveCount(0);
  await expect(closedCourses).toHaveCount(0);
});
