/** The page on which a person chooses emails, behind the link of each. */
import type { APIRequestContext } from '@playwright/test';
import { rowsOf, signInByApi } from './accounts.ts';
import { emailsTo } from './emails.ts';
import { expect, expectAccessible, expectRefusal, expectWholeOnEveryScreen, test } from './fixtures.ts';

async function linkOf(request: APIRequestContext, email: string): Promise<string> {
  const form = { formulario: 'newsletter', email };
  expect((await request.post('/', { form, maxRedirects: 0 })).status()).toBe(303);
  let link = '';
  await expect(async () => {
    const links = (await emailsTo(request, email)).flatMap((each) => each.links);
    link = new URL(links.find((found) => found.includes('/newsletter/sair/')) ?? '').pathname;
  }).toPass({ intervals: [50, 100] });
  return link;
}

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: script });
    test('a reader leaves and returns by the link of an email', async ({ page, request, server, complaints }, info) => {
      const email = `escolha.${script}.${info.project.name}.${info.workerIndex}@exemplo.com.br`;
      const active = async () =>
        (await rowsOf(server, 'newsletter_subscriptions', `email=eq.${email}&is_active=is.true`)).length;
      const link = await linkOf(request, email);
      await page.goto(link);
      await page.getByRole('link', { name: 'Escolher o que recebo' }).click();
      await expect(page.getByRole('heading', { name: 'O que você recebe' })).toBeVisible();
      const answer = await request.get(link.replace('/sair/', '/preferencias/'));
      expect(answer.headers()['x-robots-tag']).toBe('noindex');
      expect(answer.headers()['cache-control']).toBe('no-store');
      expect(await answer.text()).not.toContain(email);
      const box = page.getByRole('checkbox', { name: /^Carta semanal/ });
      await expect(page.getByRole('checkbox')).toHaveCount(1);
      await expect(box).toBeChecked();
      await expect(page.getByText(/^Você se inscreveu em .+ Pelo formulário do site\.$/)).toBeVisible();
      if (script) {
        await expectAccessible(page);
        await expectWholeOnEveryScreen(page);
      }
      expect(await active()).toBe(1);
      await box.uncheck();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expect(page.getByText('Escolha salva')).toBeVisible();
      await expect(box).not.toBeChecked();
      await expect(page.getByText(/^Você saiu em /)).toBeVisible();
      expect(await active()).toBe(0);
      await box.check();
      await page.getByRole('button', { name: 'Salvar' }).click();
      await expect(page.getByText(/Origem: Link em um e-mail\.$/)).toBeVisible();
      expect(await active()).toBe(1);
      expect(complaints).toEqual([]);
    });
  });
}

test('an unknown link shows no preferences', async ({ page, complaints }) => {
  const answer = await page.goto('/newsletter/preferencias/nada');
  expect(answer?.status()).toBe(404);
  await expectRefusal(complaints, 404);
  await expect(page.getByRole('heading', { name: 'Este link não vale mais' })).toBeVisible();
  await expectWholeOnEveryScreen(page);
});

test('a member finds both letters in the settings', async ({ page }) => {
  await signInByApi(page, 'membro@demo.test');
  await page.goto('/membros/configuracoes');
  const premium = page.getByRole('switch', { name: /^Carta premium/ });
  await expect(premium).toBeChecked();
  await expect(page.getByText(/Faz parte do plano Scale\.$/)).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Carta semanal/ })).not.toBeChecked();
});
