/** Member-only contents: access and redirects, the list, and each kind of content. */
import type { APIRequestContext, Page } from '@playwright/test';
import { createMember, fillLogin, openSignedIn } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectComplaints,
  expectNoSidewaysScroll,
  expectWholeOnEveryScreen,
  password,
  test,
} from './fixtures.ts';

const list = '/membros/conteudos';

interface Content {
  id: string;
  title: string;
}

/** The newest published member-only content of a type. */
async function exclusive(request: APIRequestContext, type: string): Promise<Content> {
  const query = `select=id,title&is_published=is.true&is_member_only=is.true&content_type=eq.${type}`;
  const rows = await (await request.get(`/rest/v1/contents?${query}&order=published_at.desc&limit=1`)).json();
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** Fills in the login at /admin, where visitors are redirected. */
async function signIn(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  await fillLogin(page, email, password);
}

/** Opens an address with a session. */
async function enter(page: Page, email: string, path: string): Promise<void> {
  await openSignedIn(page, email, path);
}

test('a visitor signs in at /admin and returns to the address', async ({ page }) => {
  await page.goto(`${list}?tipo=video`);
  await expect(page).toHaveURL(`/admin?next=${encodeURIComponent(`${list}?tipo=video`)}`);
  await signIn(page, 'membro@demo.test');
  await expect(page).toHaveURL(`${list}?tipo=video`);
  await expect(page.getByRole('heading', { level: 1, name: 'Conteúdos exclusivos' })).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/admin\?next=/);
});

test('without a subscription people are sent to /conteudos', async ({ page, request }) => {
  const { id } = await exclusive(request, 'article');
  const offer = page.getByRole('dialog', { name: 'Conteúdo exclusivo para membros' });
  await test.step('a visitor after signing in', async () => {
    await page.goto(`/membros/conteudo/${id}`);
    await signIn(page, 'visitante@demo.test');
    await expect(page).toHaveURL('/conteudos?aviso=assinatura');
    await expect(offer).toContainText('só para assinantes');
    await page.goto(list);
    await expect(page).toHaveURL('/conteudos?aviso=assinatura');
  });
  await test.step('an administrator', async () => {
    await enter(page, 'admin@demo.test', `/membros/conteudo/${id}`);
    await expect(page).toHaveURL('/conteudos?aviso=assinatura');
    await expect(offer).toContainText('só para assinantes');
  });
});

test('a next that leads elsewhere is not followed', async ({ page }) => {
  await page.goto(`/admin?next=${encodeURIComponent('//outra.test/x')}`);
  await signIn(page, 'membro@demo.test');
  await expect(page.getByText('Acesso negado')).toBeVisible();
});

test('the member list filters contents and recovers from failures', async ({ page, request, complaints }) => {
  await test.step('a list that fails says so, and loads at the second try', async () => {
    const reads = /\/rest\/v1\/contents\?.*is_member_only=eq\.true/;
    await page.route(reads, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
    await enter(page, 'membro@demo.test', list);
    await expect(page.getByText('Não foi possível carregar os conteúdos.')).toBeVisible();
    await page.unroute(reads);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('heading', { name: 'O plano anual em uma página' })).toBeVisible();
    await expectComplaints(complaints, /status of 500/);
  });

  await test.step('the list is filtered by type and searched without accents', async () => {
    const video = await exclusive(request, 'video');
    await page.goto(list);
    const rows = page.getByRole('region', { name: 'Todos' }).getByRole('heading', { level: 3 });
    await expect(rows).toHaveCount(13);
    await page.getByRole('link', { name: 'Vídeo', exact: true }).click();
    await expect(page).toHaveURL(`${list}?tipo=video`);
    await expect(rows.filter({ hasText: video.title })).toBeVisible();
    await expect(page.getByText('2 conteúdos encontrados')).toBeVisible();
    await page.getByRole('link', { name: 'Todos', exact: true }).click();
    await page.getByRole('searchbox').fill('SOCIO concorda');
    await expect(page).toHaveURL(`${list}?busca=SOCIO+concorda`);
    await expect(rows).toHaveText(['O sócio que não concorda']);
    await page.getByRole('searchbox').fill('xyzxyz');
    await expect(page.getByText('Nenhum conteúdo encontrado')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ver todos' }).click();
    await expect(page.getByRole('searchbox')).toHaveValue('');
    await expect(rows).toHaveCount(13);
  });

  await test.step('missing and failing contents lead back to the list', async () => {
    for (const id of ['nada', '00000000-0000-4000-8000-000000000000']) {
      await page.goto(`/membros/conteudo/${id}`);
      await expect(page).toHaveURL(list);
      await expect(page.getByText('Conteúdo não encontrado')).toBeVisible();
    }
    const reads = /\/rest\/v1\/contents\?.*id=eq\./;
    await page.route(reads, (route) => route.fulfill({ status: 500, json: { message: 'down' } }));
    await page.goto('/membros/conteudo/00000000-0000-4000-8000-000000000001');
    await expect(page).toHaveURL(list);
    await expect(page.getByText('Não foi possível abrir o conteúdo.')).toBeVisible();
    await expectComplaints(complaints, /status of 500/);
  });

  await test.step('a content that became public is read at its public address', async () => {
    const rows = await (await request.get('/rest/v1/contents?select=id,slug&is_member_only=is.false&limit=1')).json();
    await page.unroute(/\/rest\/v1\/contents\?.*id=eq\./);
    await page.goto(`/membros/conteudo/${rows[0].id}`);
    await expect(page).toHaveURL(`/blog/${rows[0].slug}`);
  });
});

test('a wide table scrolls in its box and widens no page', { tag: '@phone' }, async ({ page, request }) => {
  const query = 'select=id&title=eq.A conversa de caixa da sexta-feira';
  const [{ id }] = await (await request.get(`/rest/v1/contents?${query}`)).json();
  await enter(page, 'membro@demo.test', `/membros/conteudo/${id}`);
  const table = page.locator('.rich table').first();
  await expect(table).toBeVisible();
  for (const width of [360, 390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await table.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  // A word without an end is broken, and lines of code scroll.
  await page
    .locator('.rich > p')
    .first()
    .evaluate((paragraph) => {
      paragraph.textContent = 'a'.repeat(300);
      paragraph.insertAdjacentHTML('afterend', `<pre>${'código '.repeat(60)}</pre>`);
    });
  await expectNoSidewaysScroll(page);
});

test('an article is resumed where it was left, on any device', async ({ page, request, server, other }) => {
  const { id, title } = await exclusive(request, 'article');
  const member = 'leitora@membro.test';
  await createMember(server, member);
  await enter(page, member, `/membros/conteudo/${id}`);
  await expect(page.getByText('Conteúdo Exclusivo para Membros')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/rest/v1/content_progress') && answer.request().method() === 'POST',
  );
  await page.locator('.rich > *').nth(8).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Conteúdos exclusivos', exact: true }).first().click();
  expect((await kept).ok()).toBe(true);
  const begun = page.getByRole('region', { name: 'Continuar de onde você parou' });
  await expect(begun.getByRole('link', { name: new RegExp(title) })).toContainText('% concluído');
  await enter(other, member, '/membros');
  const again = other.getByRole('region', { name: 'Continuar de onde você parou' });
  await again.getByRole('link', { name: new RegExp(title) }).click();
  await other.getByRole('button', { name: /Continuar de onde você parou/ }).click();
  await expect(other.getByRole('heading', { level: 1 })).not.toBeInViewport();
  await other.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(other.getByRole('main').getByRole('status').filter({ hasText: 'Concluído' })).toBeVisible();
  await expectWholeOnEveryScreen(other);
  await other.getByRole('link', { name: 'Perguntar no fórum' }).click();
  await expect(other).toHaveURL(/\/membros\/forum\?sobre=/);
  await expect(other.getByLabel('Título')).toHaveValue(`Sobre ${title}`);
  await other.goBack();
  await other.getByRole('link', { name: 'Conteúdos exclusivos', exact: true }).first().click();
  await expect(
    other.getByRole('link', { name: new RegExp(title) }).getByText('Concluído', { exact: true }),
  ).toBeVisible();
  await expect(again).toHaveCount(0);
});

test('a slow write of progress is not overtaken by a later one', async ({ page, request, server }) => {
  const { id } = await exclusive(request, 'article');
  const member = 'apressada@membro.test';
  await createMember(server, member);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const places: number[] = [];
  await page.route('**/rest/v1/content_progress*', async (route) => {
    if (route.request().method() === 'POST') {
      places.push(route.request().postDataJSON().position);
      if (places.length === 1) await held;
    }
    await route.continue();
  });
  await enter(page, member, `/membros/conteudo/${id}`);
  await page.locator('.rich > *').nth(2).scrollIntoViewIfNeeded();
  await expect.poll(() => places.length).toBe(1);
  await page.locator('.rich > *').nth(8).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Conteúdos exclusivos', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conteúdos exclusivos' })).toBeVisible();
  expect(places).toHaveLength(1);
  release();
  await expect.poll(() => places.length).toBe(2);
  expect(places[1]).toBeGreaterThan(places[0] ?? 100);
  const stored = page.getByRole('region', { name: 'Continuar de onde você parou' });
  await expect(stored).toContainText(`${places[1]}% concluído`);
});

test("a film plays by a member's link and resumes elsewhere", async ({ page, request, server, other }) => {
  const { id, title } = await exclusive(request, 'video');
  const member = 'espectadora@membro.test';
  await createMember(server, member);
  await enter(page, member, `/membros/conteudo/${id}`);
  const parts: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/object/sign/contents/video/') && answer.request().method() === 'GET') {
      parts.push(answer.status());
    }
  });
  await page.getByRole('button', { name: 'Assistir' }).click();
  const film = page.locator('video');
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/rest/v1/content_progress') && answer.request().method() === 'POST',
  );
  await film.evaluate((video: HTMLVideoElement) => {
    video.pause();
    video.currentTime = 6.5;
  });
  await kept;
  await page.goto(list);
  expect(parts.length).toBeGreaterThan(0);
  expect(new Set(parts)).toEqual(new Set([206]));
  await enter(other, member, `/membros/conteudo/${id}`);
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await other.getByRole('button', { name: 'Continuar de 0:06' }).click();
  const again = other.locator('video');
  await expect.poll(() => again.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(6);
  await other.getByRole('combobox', { name: 'Velocidade' }).selectOption('1,5×');
  await expect(again).toHaveJSProperty('playbackRate', 1.5);
});

test('an expired link is renewed, and the recording continues', async ({ page, request, complaints }) => {
  const { id } = await exclusive(request, 'audio');
  let refused = 0;
  await page.route('**/object/sign/contents/audio/**', async (route) => {
    if (route.request().method() !== 'GET' || refused > 0) return route.continue();
    refused += 1;
    await route.fulfill({ status: 400, json: { statusCode: '400', code: 'ExpiredToken', message: 'run out' } });
  });
  await enter(page, 'membro@demo.test', `/membros/conteudo/${id}`);
  await page.getByRole('button', { name: 'Ouvir' }).click();
  await expect(page.getByRole('button', { name: 'Pausar' })).toBeVisible();
  const sound = page.locator('audio');
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0);
  await expect(page.getByText('Não foi possível abrir o áudio aqui.')).toHaveCount(0);
  expect(refused).toBe(1);
  await expectComplaints(complaints, /status of 400|did not start/);
});

test('a document is read in the page, as a picture and as words', { tag: '@phone' }, async ({
  page,
  request,
  server,
}) => {
  const { id } = await exclusive(request, 'pdf');
  const member = 'arquivista@membro.test';
  await createMember(server, member);
  await enter(page, member, `/membros/conteudo/${id}`);
  await expect(page.getByText('Página 1 de 1')).toBeVisible();
  await expect(page.locator('.pdf-text')).toContainText('Pauta de uma página');
  const picture = page.locator('figure canvas');
  const narrow = (await picture.boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: 'Ampliar' }).click();
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(narrow * 1.2);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.goto(list);
  await expect(
    page.getByRole('link', { name: /Quadro de decisão/ }).getByText('Concluído', { exact: true }),
  ).toBeVisible();
});

test('list, article, film, podcast and link are accessible', async ({ page, request }) => {
  await enter(page, 'membro@demo.test', list);
  await expect(page.getByRole('heading', { name: 'O plano anual em uma página' })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  for (const type of ['article', 'video', 'audio', 'link']) {
    const { id, title } = await exclusive(request, type);
    await page.goto(`/membros/conteudo/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectWholeOnEveryScreen(page);
  }
  const onward = page.getByRole('link', { name: 'Acessar o link externo' });
  await expect(onward).toHaveAttribute('href', /^https:\/\//);
  await expect(onward).toHaveAttribute('target', '_blank');
});
