/**
 * Needs of a first visitor before buying: a face, facts, answers, a look inside, and something to read or hear first.
 */
import type { Page } from '@playwright/test';
import { expect, test, waitForHydration } from './fixtures.ts';

interface Question {
  name: string;
  acceptedAnswer: { text: string };
}

async function structuredQuestions(page: Page): Promise<Question[]> {
  const graph: { '@graph': { '@type': string; mainEntity?: Question[] }[] } = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}',
  );
  return graph['@graph'].find((thing) => thing['@type'] === 'FAQPage')?.mainEntity ?? [];
}

for (const [path, price] of [
  ['/mentoria', 'A partir de R$ 3.200 por mês'],
  ['/coaching', 'A partir de R$ 9.600 por ciclo'],
] as const) {
  test(`${path} says its terms and answers questions`, async ({ page, plain, baseURL }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.locator('dl dt')).toHaveText(['Para quem', 'Formato', 'Duração', 'Valor']);
    await expect(main.getByRole('definition').filter({ hasText: 'R$' })).toHaveText(price);
    const shown = main.locator('details');
    const questions = await structuredQuestions(page);
    expect(questions.length).toBeGreaterThanOrEqual(6);
    await expect(shown).toHaveCount(questions.length);
    for (const [index, { name, acceptedAnswer }] of questions.entries()) {
      await expect(shown.nth(index)).toContainText(name);
      await expect(shown.nth(index)).toContainText(acceptedAnswer.text);
    }

    await plain.goto(new URL(path, baseURL).href);
    const invoice = plain.locator('details').filter({ hasText: 'nota fiscal' }).last();
    await expect(invoice.getByRole('paragraph')).toBeHidden();
    await invoice.locator('summary').click();
    await expect(invoice.getByRole('paragraph')).toContainText('CNPJ');
  });
}

test('the owner of the demo has a drawn face', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/sobre');
  await expect(page.getByRole('img', { name: 'Retrato desenhado de Helena Vasques' })).toBeInViewport();
});

test('the community, the hub and the podcast show a sample', async ({ page, request }) => {
  await test.step('the community shows a conversation before it is paid', async () => {
    await page.goto('/membros/apresentacao');
    const inside = page.locator('section').filter({ hasText: 'Conversa de exemplo' });
    await expect(inside.getByRole('listitem')).toHaveCount(3);
    await expect(inside.getByRole('listitem').first()).toContainText('Marina Duarte');
    await page.getByRole('link', { name: 'Criar conta' }).click();
    await expect(page).toHaveURL('/conta/criar');
  });

  await test.step('the hub shows the newest film and episode', async () => {
    await page.goto('/conteudos');
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Para ver e ouvir' }) });
    for (const type of ['video', 'audio']) {
      const answer = await request.get(
        `/rest/v1/contents?select=title,description&is_member_only=is.false&content_type=eq.${type}&order=published_at.desc&limit=1`,
      );
      const [newest]: { title: string; description: string }[] = await answer.json();
      const link = section.getByRole('link', { name: newest?.title ?? '' });
      await expect(link).toContainText(newest?.description ?? '');
      await expect(link).toHaveAttribute('href', /^\/blog\//);
    }
    await section.getByRole('link', { name: 'Todos os podcasts' }).click();
    await expect(page).toHaveURL('/conteudos/podcasts');
  });

  await test.step('the podcast names its apps and keeps its list quiet', async () => {
    await page.goto('/conteudos/podcasts');
    await waitForHydration(page);
    for (const app of ['Spotify', 'Apple Podcasts']) {
      const link = page.getByRole('main').getByRole('link', { name: app });
      await expect(link).toHaveAttribute('href', /^https:\/\/example\.com\/helena-vasques\//);
      await expect(link).toHaveAttribute('target', '_blank');
    }
    const player = page.getByRole('figure', { name: /^Áudio: / }).first();
    await expect(player.getByRole('slider', { name: 'Posição' })).toBeVisible();
    await expect(player.getByRole('button', { name: 'Avançar 15 segundos' })).toHaveCount(0);
    await player.getByRole('button', { name: 'Ouvir' }).click();
    await expect(player.getByRole('button', { name: 'Avançar 15 segundos' })).toBeVisible();
  });
});

test('on narrow screens the parts of an article unfold', { tag: '@phone' }, async ({ plain, baseURL, isMobile }) => {
  await plain.goto(new URL('/blog/a-reuniao-semanal-que-decide', baseURL).href);
  const parts = plain.getByRole('navigation', { name: 'Neste artigo' });
  await expect(parts).toHaveCount(1);
  const part = parts.getByRole('link', { name: 'Uma página de pauta' });
  if (isMobile) {
    await expect(part).toBeHidden();
    await parts.getByText('Neste artigo').click();
  }
  await part.click();
  await expect(plain.getByRole('heading', { name: 'Uma página de pauta' })).toBeInViewport();
});
