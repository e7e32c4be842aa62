/** The blog: searching, reading, continuing, sharing, printing. */
import type { APIRequestContext, ElementHandle } from '@playwright/test';
import { expect, expectComplaints, expectRefusal, test, waitForHydration } from './fixtures.ts';

const TITLE = 'A reunião semanal que decide';

/** The address of a demo article. */
async function addressOf(request: APIRequestContext, title: string): Promise<string> {
  const rows = await (
    await request.get('/rest/v1/contents', { params: { select: 'id', title: `eq.${title}` } })
  ).json();
  return `/blog/${rows[0].id}`;
}

test('the list continues in place, or on pages without script', async ({ page, plain }) => {
  await page.goto('/blog');
  const headings = page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 });
  await expect(headings).toHaveCount(9);
  const first = await headings.allTextContents();
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Carregar mais' }).click();
  await expect(headings).toHaveCount(18);
  const both = await headings.allTextContents();
  await expect(page.getByRole('link', { name: both[9] ?? '' }).first()).toBeFocused();

  await plain.goto('/blog');
  await plain.getByRole('link', { name: 'Carregar mais' }).click();
  await expect(plain).toHaveURL(/\/blog\?pagina=2$/);
  const later = plain.getByRole('main').getByRole('article').getByRole('heading', { level: 2 });
  await expect(later).toHaveText(both.slice(9));
  await plain.getByRole('link', { name: 'Ver a lista desde o início' }).click();
  await expect(later).toHaveText(first);
});

test('an article leads the list', async ({ request, page }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  const newest =
    '/rest/v1/contents?select=title,content_type&is_member_only=is.false&order=published_at.desc,id&limit=9';
  const rows = await (await request.get(newest, { headers: { apikey: anonKey } })).json();
  const article = rows.find((row: { content_type: string }) => row.content_type === 'article');
  const next = rows.find((row: object) => row !== article);
  await page.goto('/blog');
  const headings = page.getByRole('main').getByRole('article').getByRole('heading', { level: 2 });
  await expect(headings.first()).toHaveText(article.title);
  await expect(headings.nth(1)).toHaveText(next.title);
});

test('a failure to load more is reported and can be retried', async ({ page, context, complaints }) => {
  await page.goto('/blog');
  await waitForHydration(page);
  const cards = page.getByRole('main').getByRole('article');
  const more = page.getByRole('link', { name: 'Carregar mais' });
  const failed = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar os conteúdos.' });
  await test.step('after a failure trying again loads the next page', async () => {
    await page.route('**/rest/v1/contents*', (route) => route.abort('connectionreset'));
    await more.click();
    await expect(failed).toBeVisible();
    await expect(cards).toHaveCount(9);
    await page.unroute('**/rest/v1/contents*');
    await failed.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(cards).toHaveCount(18);
    await expect(failed).toHaveCount(0);
  });
  await test.step('without a connection the list says so, and continues later', async () => {
    await context.setOffline(true);
    await more.click();
    await expect(failed).toBeVisible();
    await context.setOffline(false);
    await expect(failed).toHaveCount(0);
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThan(18);
  });
  await expectComplaints(complaints, /net::ERR_|could not be fetched ahead/);
});

test('a category picked while typing keeps the typed text', async ({ page }) => {
  await page.goto('/blog');
  await waitForHydration(page);
  const box = await page.getByRole('searchbox', { name: 'Buscar no blog' }).elementHandle();
  // In the same task: the list follows the typing after a pause only.
  await page.getByRole('link', { name: 'Gestão', exact: true }).evaluate(
    (chip: HTMLElement, typed) => {
      typed?.focus();
      document.execCommand('insertText', false, 'reunião');
      chip.click();
    },
    box as ElementHandle<HTMLElement> | null,
  );
  await expect(page).toHaveURL(/\?busca=reuni%C3%A3o&categoria=gestao$/);
  await expect(page.getByRole('link', { name: 'Gestão', exact: true })).toHaveAttribute('aria-current', 'true');
});

test('the search works as a plain form', async ({ plain }) => {
  await plain.goto('/blog?categoria=gestao');
  await plain.getByRole('searchbox', { name: 'Buscar no blog' }).fill('REUNIAO');
  await plain.keyboard.press('Enter');
  await expect(plain).toHaveURL(/categoria=gestao&busca=REUNIAO$/);
  await expect(plain.getByRole('heading', { name: TITLE })).toBeVisible();
});

test('an article is read, shared and printed', async ({ page, request, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(await addressOf(request, TITLE));
  await test.step('reading progress is drawn, unless motion is reduced', async () => {
    const line = page.locator('.reading-line');
    const width = async () => (await line.boundingBox())?.width ?? 0;
    await expect.poll(width).toBeLessThan(20);
    await page.getByRole('heading', { name: 'Quando o formato falha' }).scrollIntoViewIfNeeded();
    await expect.poll(width).toBeGreaterThan(100);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(line).toBeHidden();
  });

  await test.step('three contents of the same category are proposed', async () => {
    const next = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Continue lendo' }).last();
    await expect(next.getByRole('listitem')).toHaveCount(3);
    for (const item of await next.getByRole('listitem').all()) await expect(item).toContainText('Gestão');
    await expect(next).not.toContainText(TITLE);
  });

  await test.step('the article is shared by links and its address copied', async () => {
    const address = '/blog/a-reuniao-semanal-que-decide';
    const share = page.getByRole('region', { name: 'Compartilhar' });
    const url = encodeURIComponent(baseURL + address);
    await expect(share.getByRole('link', { name: /LinkedIn/ })).toHaveAttribute('href', new RegExp(`url=${url}`));
    await expect(share.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      `https://wa.me/?text=${encodeURIComponent(TITLE)}%20${url}`,
    );
    await expect(share.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', /^mailto:\?subject=.+&body=/);
    await share.getByRole('button', { name: 'Copiar link' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Link copiado' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(baseURL + address);
  });

  await test.step('the printed page holds the text without controls', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Uma página de pauta' })).toBeVisible();
    for (const gone of ['[data-app] > header', 'footer', 'main form', 'main nav', '.reading-line']) {
      for (const part of await page.locator(gone).all()) await expect(part, gone).toBeHidden();
    }
    await expect(page.getByText('Compartilhar')).toBeHidden();
    await expect(page.getByText('Continue lendo')).toBeHidden();
    await expect(page.getByRole('list', { name: 'Etiquetas' })).toBeHidden();
    // The cover would take half of the first sheet.
    await expect(page.locator('.reading .plate').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('tags lead to the search', async () => {
    await page.getByRole('list', { name: 'Etiquetas' }).getByRole('link', { name: 'decisão' }).click();
    await expect(page).toHaveURL(/\/blog\?busca=decis%C3%A3o$/);
    await expect(page.getByRole('searchbox')).toHaveValue('decisão');
  });
});

test('a pending search does not undo a later navigation', async ({ page }) => {
  await page.clock.install();
  await page.goto('/blog');
  await waitForHydration(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/about-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('searchbox').pressSequentially('reun');
  await page.getByRole('banner').getByRole('link', { name: 'Sobre' }).click();
  await expect(page).toHaveURL('/sobre');
  await page.clock.runFor(1_000);
  await expect(page, 'the pause after which a search is applied is over').toHaveURL('/sobre');
  release();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page).toHaveURL('/sobre');
});

test('each part is a place to link to', { tag: '@phone' }, async ({ page, request }) => {
  const address = await addressOf(request, TITLE);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Uma página de pauta' }).getByRole('link').click();
  await expect(page).toHaveURL(`${address}#uma-pagina-de-pauta`);
  await expect(page.getByRole('heading', { name: 'Uma página de pauta' })).toBeInViewport();
});

test("the system's own sheet is offered where there is one", async ({ page, request }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (data: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(data);
        return Promise.resolve();
      },
    });
  });
  await page.goto(await addressOf(request, TITLE));
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', new RegExp(TITLE));
});

test('a link content opens with its address', async ({ page, request }) => {
  const rows = await (
    await request.get(
      '/rest/v1/contents?select=id,external_link&content_type=eq.link&is_published=is.true&is_member_only=is.false&limit=1',
    )
  ).json();
  await page.goto(`/blog/${rows[0].id}`);
  const link = page.getByRole('link', { name: /Acessar o link externo/ });
  await expect(link).toHaveCount(1);
  await expect(link).toHaveAttribute('href', rows[0].external_link);
  await expect(link).toHaveAttribute('target', '_blank');
});

test('missing, unpublished and member-only articles are not found', async ({ page, request, complaints }) => {
  const rows = await (await request.get('/rest/v1/contents?select=id&is_member_only=is.true&limit=1')).json();
  for (const id of [rows[0].id, '00000000-0000-4000-8000-000000000000', 'nada']) {
    const answer = await page.goto(`/blog/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'Artigo não encontrado' })).toBeVisible();
    await expectRefusal(complaints, 404);
  }
  await page.getByRole('main').getByRole('link', { name: /blog/i }).click();
  await expect(page).toHaveURL('/blog');
});
