/** /conteudos and below: counts, lists, recommendations, member-only contents, and players. */
import type { APIRequestContext, Page } from '@playwright/test';
import { createSession, openSignedIn } from './accounts.ts';
import {
  expect,
  expectAccessible,
  expectRefusal,
  expectWholeOnEveryScreen,
  test,
  waitForHydration,
} from './fixtures.ts';

interface Row {
  id: string;
  slug: string;
  title: string;
  category: string;
  content_type: string;
  created_at: string;
  description: string | null;
  is_member_only: boolean;
}

const published = async (request: APIRequestContext, filter: string): Promise<Row[]> =>
  (
    await request.get(
      `/rest/v1/contents?select=id,slug,title,description,category,content_type,is_member_only,created_at&is_published=is.true&order=published_at.desc,id&${filter}`,
    )
  ).json();

async function asAdmin(request: APIRequestContext): Promise<{ headers: Record<string, string> }> {
  const { anonKey } = await (await request.get('/config.json')).json();
  const { access_token } = await createSession(request, 'admin@demo.test');
  return { headers: { apikey: anonKey, authorization: `Bearer ${access_token}` } };
}

/** Runs with a published content, and deletes it afterwards. */
async function withContent(request: APIRequestContext, row: object, run: (id: string) => Promise<void>) {
  const { headers } = await asAdmin(request);
  const [category] = await (await request.get('/rest/v1/categories?select=id&limit=1')).json();
  const answer = await request.post('/rest/v1/contents?select=id', {
    headers: { ...headers, prefer: 'return=representation' },
    data: { title: 'Um conteúdo do teste', category_id: category.id, is_published: true, tags: [], ...row },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const [{ id }] = await answer.json();
  try {
    await run(id);
  } finally {
    await request.delete(`/rest/v1/contents?id=eq.${id}`, { headers });
  }
}

test('the hub counts published contents and links to each list', async ({ page, request }) => {
  const lists = { Artigos: 'article', Vídeos: 'video', Podcasts: 'audio', Documentos: 'pdf', Links: 'link' };
  await page.goto('/conteudos');
  await expect(page.getByRole('navigation', { name: 'Conteúdos por tipo' }).getByRole('link')).toHaveCount(6);
  for (const [name, type] of Object.entries(lists)) {
    const count = (await published(request, `content_type=eq.${type}`)).length;
    await page.goto('/conteudos');
    const counters = page.getByRole('navigation', { name: 'Conteúdos por tipo' });
    await counters.getByRole('link', { name: `${count} ${name}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${name}.*${count}`));
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
  }
});

test('exclusive contents are marked and offer the plans', { tag: '@phone' }, async ({ page, request, plain }) => {
  const [locked] = await published(request, 'is_featured=is.true&is_member_only=is.true');
  const title = locked?.title ?? '';
  await page.goto('/conteudos');
  await waitForHydration(page);
  const link = page.getByRole('link', { name: title });
  await expect(link).toContainText('Exclusivo');
  await link.click();
  const offer = page.getByRole('dialog', { name: 'Conteúdo exclusivo para membros' });
  await expect(offer).toContainText(title);
  const plans = await offer.getByRole('list', { name: 'Planos' }).evaluate((list) => {
    const [inner, outer] = [list.getBoundingClientRect(), list.closest('[role=dialog]')?.getBoundingClientRect()];
    return { left: inner.left - (outer?.left ?? 0), right: (outer?.right ?? 0) - inner.right };
  });
  expect(Math.abs(plans.left - plans.right), 'prices keep the distance from the edge that names have').toBeLessThan(2);
  await expect(offer.getByRole('list', { name: 'Planos' }).getByRole('listitem')).toHaveText([
    /Update.*R\$ 47/,
    /Scale.*R\$ 97.*Escolha de 80% dos nossos clientes/,
    /Professional.*R\$ 197.*Mais Completo/,
    /Enterprise.*Sob consulta/,
  ]);
  await expect(offer.getByRole('link', { name: 'Ver planos' })).toHaveAttribute('href', '/pricing');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(offer).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.goto('/conteudos/podcasts');
  await waitForHydration(page);
  const episode = page.getByRole('article').filter({ hasText: 'Para ouvir com a assinatura' }).first();
  const name = (await episode.getByRole('heading').textContent()) ?? '';
  // Without a player the whole row leads to the plans.
  await episode.click({ position: { x: 8, y: 40 } });
  await expect(offer).toContainText(name);
  await plain.goto('/conteudos');
  await expect(plain.getByRole('link', { name: title })).toHaveAttribute('href', '/pricing');
});

test('a member-only content is listed without body or file', async ({ request }) => {
  const [locked] = await published(request, 'is_member_only=is.true&content_type=eq.audio');
  const [row] = await (await request.get(`/rest/v1/contents?select=body,file_url&id=eq.${locked?.id}`)).json();
  expect(row).toEqual({ body: null, file_url: null });
  const list = await (await request.get('/conteudos/podcasts')).text();
  expect(list).toContain(locked?.title);
});

for (const [account, offered] of [
  ['visitante@demo.test', true],
  ['membro@demo.test', false],
] as const) {
  test(`${account} ${offered ? 'is offered the plans' : 'is not asked to subscribe again'}`, async ({
    page,
    request,
    complaints,
  }) => {
    const [locked] = await published(request, 'is_featured=is.true&is_member_only=is.true');
    await openSignedIn(page, account, '/conteudos');
    await waitForHydration(page);
    await page.getByRole('link', { name: locked?.title ?? '' }).click();
    const offer = page.getByRole('dialog', { name: 'Conteúdo exclusivo para membros' });
    if (offered) {
      await expect(offer).toBeVisible();
    } else {
      await expect(page).toHaveURL(`/membros/conteudo/${locked?.id}`);
      await expect(page.getByRole('heading', { level: 1, name: locked?.title })).toBeVisible();
      await expect(offer).toHaveCount(0);
    }
    expect(complaints).toEqual([]);
  });
}

test('the hub recommends, ends with a question, and says why', async ({ page, request, plain }) => {
  await test.step('the hub offers contact by WhatsApp and form', async () => {
    await page.goto('/conteudos');
    const call = page.getByRole('region', { name: 'Ficou com uma pergunta?' });
    await expect(call.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
      'href',
      /wa\.me\/\d+\?text=.*conte%C3%BAdos/,
    );
    await expect(call.getByRole('link', { name: /formulário/ })).toHaveAttribute('href', '/contato');
  });

  await test.step('recommendations are filtered, also without script', async () => {
    const featured = await published(request, 'is_featured=is.true');
    const titles = (of: (row: Row) => boolean) => featured.filter(of).map((row) => row.title);
    const shown = (on: Page) => on.getByRole('region', { name: 'Em destaque' }).getByRole('heading', { level: 3 });
    await expect(shown(page)).toHaveText(titles(() => true));
    await page.getByRole('navigation', { name: 'Categorias' }).getByRole('link', { name: 'Liderança' }).click();
    await expect(page).toHaveURL(/\?categoria=lideranca$/);
    await expect(shown(page)).toHaveText(titles((row) => row.category === 'Liderança'));
    await plain.goto('/conteudos?categoria=lideranca');
    await expect(shown(plain)).toHaveText(titles((row) => row.category === 'Liderança'));
    await plain.goto('/conteudos?categoria=nenhuma');
    await expect(shown(plain)).toHaveText(titles(() => true));
  });

  await test.step('a redirect for lack of a subscription is explained', async () => {
    await page.goto('/conteudos?aviso=assinatura');
    const offer = page.getByRole('dialog', { name: 'Conteúdo exclusivo para membros' });
    await expect(offer).toContainText('só para assinantes');
    await offer.getByRole('button', { name: 'Agora não' }).click();
    await expect(offer).toHaveCount(0);
    const notice = page.getByRole('status').filter({ hasText: 'só para assinantes' });
    await expect(notice.getByRole('link', { name: 'Ver planos' })).toBeVisible();
    await plain.goto('/conteudos?aviso=assinatura');
    await expect(plain.getByText('só para assinantes')).toBeVisible();
  });
});

test('lists continue, also as pages without script', async ({ page, request, plain }) => {
  await test.step('in place, or as pages without script', async () => {
    const all = (await published(request, 'content_type=eq.article')).map((row) => row.title);
    const titles = (on: Page) => on.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 });
    await page.goto('/conteudos/artigos');
    await expect(titles(page)).toHaveText(all.slice(0, 12));
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Carregar mais' }).click();
    await expect(titles(page)).toHaveText(all.slice(0, 24));
    await expect(page.getByRole('link', { name: all[12] })).toBeFocused();
    await plain.goto('/conteudos/artigos');
    await plain.getByRole('link', { name: 'Carregar mais' }).click();
    await expect(plain).toHaveURL(/\/conteudos\/artigos\?pagina=2$/);
    await expect(titles(plain)).toHaveText(all.slice(12, 24));
    await plain.getByRole('link', { name: 'Ver a lista desde o início' }).click();
    await expect(titles(plain)).toHaveText(all.slice(0, 12));
  });

  await test.step('with a sentence, by year and by category', async () => {
    // Other tests may publish articles without a sentence.
    const described = 'content_type=eq.article&category=eq.Gestão&description=not.is.null';
    const [newest] = await published(request, described);
    await page.goto('/conteudos/artigos');
    const list = page.getByRole('main').getByRole('listitem');
    const years = list.getByRole('heading', { level: 2 });
    await expect(years.first()).toHaveText(newest?.created_at.slice(0, 4) ?? '');
    await expect(page.getByText(newest?.description ?? 'a sentence')).toBeVisible();
    await plain.goto('/conteudos/artigos');
    await plain.getByRole('navigation', { name: 'Categorias' }).getByRole('link', { name: 'Gestão' }).click();
    await expect(plain).toHaveURL('/conteudos/artigos?categoria=gestao');
    const own = (await published(request, 'content_type=eq.article&category=eq.Gestão')).map((row) => row.title);
    const titles = plain.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 });
    await expect(titles).toHaveText(own.slice(0, 12));
    await expect(plain.locator('link[rel=canonical]')).toHaveAttribute('href', /\/conteudos\/artigos$/);
  });

  await test.step('films lead to the page that plays them', async () => {
    const [film] = await published(request, 'content_type=eq.video&is_member_only=is.false');
    await page.goto('/conteudos/videos');
    await page.getByRole('link', { name: film?.title ?? '' }).click();
    await expect(page).toHaveURL(`/blog/${film?.slug}`);
    await expect(page.getByRole('heading', { level: 1, name: film?.title ?? '' })).toBeVisible();
  });

  await test.step('documents lead to the page that opens them', async () => {
    const [open] = await published(request, 'content_type=eq.pdf&is_member_only=is.false');
    const [closed] = await published(request, 'content_type=eq.pdf&is_member_only=is.true');
    await page.goto('/conteudos/documentos');
    await expect(page.getByRole('link', { name: closed?.title ?? '' })).toContainText('Exclusivo');
    const card = page.getByRole('link', { name: open?.title ?? '' });
    await expect(card).toContainText('PDF');
    await expect(card).toContainText(open?.description ?? '');
    await card.click();
    await expect(page).toHaveURL(`/blog/${open?.slug}`);
    const file = await page.getByRole('link', { name: 'Abrir o PDF' }).getAttribute('href');
    expect((await request.get(file ?? '')).headers()['content-type']).toBe('application/pdf');
  });

  await test.step('links name their host and lead to the page about them', async () => {
    const shown = 'select=title,slug,external_link&is_published=is.true&content_type=eq.link';
    const links = await (await request.get(`/rest/v1/contents?${shown}`)).json();
    await page.goto('/conteudos/links');
    for (const { title, external_link } of links) {
      const card = page.getByRole('link', { name: title });
      if (external_link) await expect(card).toContainText(new URL(external_link).host.replace('www.', ''));
      else await expect(card).toContainText('Exclusivo');
    }
    const [open] = links.filter((link: { external_link: string | null }) => link.external_link);
    await page.getByRole('link', { name: open.title }).click();
    await expect(page).toHaveURL(`/blog/${open.slug}`);
    const onward = page.getByRole('link', { name: 'Acessar o link externo' });
    await expect(onward).toHaveAttribute('href', open.external_link);
  });
});

test('beyond its end a list is no page', async ({ page, complaints }) => {
  const answer = await page.goto('/conteudos/artigos?pagina=99');
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Nenhum conteúdo encontrado')).toBeVisible();
  await expectRefusal(complaints, 404);
  for (const nonsense of ['0', '-1', 'x', '1e3', '99999']) {
    const ignored = await page.goto(`/conteudos/artigos?pagina=${nonsense}`);
    expect(ignored?.status(), nonsense).toBe(200);
  }
});

/** Returns a WAV file of `seconds`. */
function recording(seconds: number): Buffer {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + seconds * rate, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(seconds * rate, 40);
  return Buffer.concat([header, Buffer.alloc(seconds * rate, Buffer.from([127, 128, 129, 128]))]);
}

/** Runs with a published episode of one minute whose file is stored on the server. */
async function withEpisode(
  request: APIRequestContext,
  name: string,
  run: (id: string, title: string) => Promise<void>,
) {
  const { headers } = await asAdmin(request);
  const key = `audio/${name}.wav`;
  const stored = await request.post(`/storage/v1/object/contents/${key}`, {
    headers: { ...headers, 'content-type': 'audio/wav', 'x-upsert': 'true' },
    data: recording(60),
  });
  expect(stored.status(), await stored.text()).toBe(200);
  const title = `Episódio ${name}`;
  const file_url = `/storage/v1/object/public/contents/${key}`;
  await withContent(request, { title, content_type: 'audio', read_time: '1 min', file_url }, (id) => run(id, title));
}

test('an episode plays in the list, by keys, and is resumed', async ({ page, request }) => {
  await withEpisode(request, 'ouvir', async (id, title) => {
    await page.goto('/conteudos/podcasts');
    const player = page.getByRole('figure', { name: `Áudio: ${title}` });
    const position = player.getByRole('slider', { name: 'Posição' });
    const at = async () => Number(await position.inputValue());
    await player.getByRole('button', { name: 'Ouvir' }).click();
    await expect(player.getByRole('button', { name: 'Pausar' })).toBeVisible();
    await expect.poll(at).toBeGreaterThan(0);
    await player.getByRole('button', { name: 'Pausar' }).click();
    const audio = player.locator('audio');
    await expect(audio).toHaveJSProperty('paused', true);
    // The slider may still lag behind the played position.
    const before = await audio.evaluate((media: HTMLMediaElement) => Math.floor(media.currentTime));
    await expect.poll(at).toBe(before);
    await player.getByRole('button', { name: 'Avançar 15 segundos' }).click();
    await expect.poll(at).toBe(before + 15);
    await player.getByRole('button', { name: 'Voltar 15 segundos' }).click();
    await expect.poll(at).toBe(before);
    await position.focus();
    await page.keyboard.press('PageUp');
    await expect.poll(at).toBeGreaterThan(before);
    await position.fill('31');
    await expect(position).toHaveAttribute('aria-valuetext', '31 segundos de 1 minuto');
    await player.getByRole('combobox', { name: 'Velocidade' }).selectOption('1,5×');
    await expect(audio).toHaveJSProperty('playbackRate', 1.5);
    await expectWholeOnEveryScreen(page);

    await player.getByRole('button', { name: 'Ouvir' }).click();
    await expect.poll(at).toBeGreaterThan(31);
    await player.getByRole('button', { name: 'Pausar' }).click();
    await expect(player.getByRole('button', { name: 'Ouvir' })).toBeVisible();
    await page.goto(`/blog/${id}`);
    await player.getByRole('button', { name: /^Continuar de 0:3\d$/ }).click();
    await expect.poll(at).toBeGreaterThan(31);
    // Positions near the end are not kept.
    await position.fill('55');
    await player.getByRole('button', { name: 'Pausar' }).click();
    await expect(player.getByRole('button', { name: 'Ouvir' })).toBeVisible();
    await page.reload();
    await expect(player.getByRole('button', { name: 'Ouvir' })).toBeVisible();
    await expect(player.getByRole('button', { name: /^Continuar/ })).toHaveCount(0);
  });
});

test("without script an episode has the browser's own player", async ({ request, plain }) => {
  await withEpisode(request, 'sem-script', async (_id, title) => {
    await plain.goto('/conteudos/podcasts');
    await expect(plain.getByRole('figure', { name: `Áudio: ${title}` }).locator('audio[controls]')).toBeVisible();
  });
});

test('a file that cannot be played says so and stays within reach', async ({ page, request, complaints }) => {
  const file_url = '/storage/v1/object/public/contents/audio/nao-existe.mp3';
  await withContent(request, { title: 'Sem arquivo', content_type: 'audio', file_url }, async (id) => {
    await page.goto(`/blog/${id}`);
    await page.getByRole('button', { name: 'Ouvir' }).click();
    await expect(page.getByRole('alert')).toContainText('Não foi possível abrir o áudio aqui.');
    await expect(page.getByRole('link', { name: /Abrir o arquivo/ })).toHaveAttribute('href', file_url);
    // The browser reports the response, the page its message.
    complaints.splice(0, complaints.length);
  });
});

test('a film elsewhere is asked for only after a click', async ({ page, request, plain }) => {
  const external_link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  await withContent(request, { title: 'Um filme de fora', content_type: 'video', external_link }, async (id) => {
    const asked: string[] = [];
    await page.route(
      (url) => url.hostname !== '127.0.0.1',
      (route) => {
        asked.push(route.request().url());
        return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>O filme</title>' });
      },
    );
    await page.goto(`/blog/${id}`);
    const start = page.getByRole('button', { name: 'Reproduzir vídeo do YouTube' });
    await expect(start).toBeVisible();
    await expect(page.getByText('Ao carregar, o YouTube recebe seu endereço IP.')).toBeVisible();
    await expectWholeOnEveryScreen(page);
    expect(asked).toEqual([]);
    await start.click();
    const frame = page.locator('iframe[title="Um filme de fora"]');
    await expect(frame).toBeFocused();
    await expect(page.frameLocator('iframe').locator('html')).toHaveCount(1);
    await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0']);
    await plain.goto(`/blog/${id}`);
    const link = plain.getByRole('link', { name: 'Reproduzir vídeo do YouTube' });
    await expect(link).toHaveAttribute('href', external_link);
  });
});

test('the method shows pillars, figures and a link to the chat', async ({ page }) => {
  await page.goto('/conteudos/maquina-execucao');
  const pillars = page.getByRole('region', { name: /Quatro pilares/ });
  await expect(pillars.getByRole('listitem')).toHaveCount(4);
  const results = page.getByRole('region', { name: /O que muda/ });
  await expect(results.getByRole('listitem')).toHaveText([/^60%/, /^40%/, /^50%/, /^35%/, /^70%/]);
  await expect(results.getByText('Números de exemplo')).toBeVisible();
  await expect(page.getByRole('heading', { name: /15\+\s*anos de experiência/ })).toBeVisible();
  const chat = page.getByRole('link', { name: /Falar sobre o método/ });
  await expect(chat).toHaveAttribute('href', /wa\.me\/\d+\?text=.*M%C3%A1quina/);
  await expect(chat).toHaveAttribute('target', '_blank');
  await page.getByRole('link', { name: 'Conteúdos', exact: true }).first().click();
  await expect(page).toHaveURL('/conteudos');
});
