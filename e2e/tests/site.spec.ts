/** The layout of every page, and the pages about the owner: each link and each interaction. */
import { expect, expectRefusal, test } from './fixtures.ts';
import { siteMap } from './public-paths.ts';

test('the home page has its parts, links and newest contents', async ({ page, request }) => {
  await page.goto('/');
  await test.step('needles, actions, figures and links', async () => {
    await expect(page.locator('.needles > *')).toHaveCount(20);
    const hero = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
    await expect(hero.getByRole('link', { name: 'Minha trajetória' })).toHaveAttribute('href', '/sobre');
    await expect(hero.getByRole('link', { name: 'Conhecer as soluções' })).toHaveAttribute('href', '/solucoes');
    const chat = hero.getByRole('link', { name: /Conversar/ });
    await expect(chat).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=/);
    await expect(chat).toHaveAttribute('target', '_blank');
    const text = await page.getByRole('main').innerText();
    for (const figure of ['+70', '15+', '50+', '25+']) expect(text.replace(/\s+/g, '')).toContain(figure);
    const values = page.locator('section', { has: page.getByRole('heading', { name: /Experiência/ }) });
    const targets = await values
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(targets).toHaveLength(3);
    for (const target of targets) expect(target).toMatch(/^\/(sobre|mentoria)/);
    const schedule = page.getByRole('main').getByRole('link', { name: /Agendar conversa/ });
    await expect(schedule).toHaveAttribute('target', '_blank');
  });

  await test.step('the carousel moves only when asked, and is announced', async () => {
    const carousel = page.getByRole('group', { name: 'Depoimentos' });
    const live = carousel.locator('[aria-live]');
    await expect(live).toHaveAttribute('aria-live', 'off');
    await carousel.getByRole('button', { name: 'Próximo depoimento' }).focus();
    await page.keyboard.press('Enter');
    await expect(live).toHaveAttribute('aria-live', 'polite');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(carousel.getByRole('button', { name: 'Depoimento 16 de 16' })).toHaveAttribute('aria-current', 'true');
  });

  await test.step('the footer leads everywhere it should and names the year', async () => {
    const footer = page.getByRole('contentinfo');
    const pages = footer.getByRole('navigation', { name: 'Rodapé' });
    for (const path of ['/sobre', '/trajetoria', '/mentoria', '/conteudos', '/contato', '/admin'])
      await expect(pages.locator(`a[href="${path}"]`)).toHaveCount(1);
    for (const name of [/Agendar conversa/, /WhatsApp/, /E-mail/, /LinkedIn/, /Instagram/])
      await expect(footer.getByRole('link', { name })).toHaveAttribute('target', '_blank');
    await expect(footer.getByRole('link', { name: /E-mail/ })).toHaveAttribute('href', /^mailto:/);
    await expect(footer.getByText(`© ${new Date().getFullYear()}`)).toBeVisible();
  });

  await test.step('the newest article and episode', async () => {
    const newest = async (type: string) => {
      const { anonKey } = await (await request.get('/config.json')).json();
      const answer = await request.get(
        `/rest/v1/contents?select=id,title&is_member_only=is.false&content_type=eq.${type}&order=published_at.desc,id&limit=1`,
        { headers: { apikey: anonKey } },
      );
      return (await answer.json())[0].title as string;
    };
    const section = page.locator('section').filter({ hasText: 'O que publiquei por último.' });
    for (const type of ['article', 'audio']) {
      const title = await newest(type);
      await expect(section.getByRole('heading', { level: 3, name: title })).toBeVisible();
      await expect(section.getByRole('link', { name: title })).toHaveAttribute('href', /^\/blog\//);
    }
  });

  await test.step('no animation runs under reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const running = await page.evaluate(
      () => document.getAnimations().filter((one) => one.playState === 'running').length,
    );
    expect(running).toBe(0);
  });
});

test('the section navigation marks the section in view', { tag: '@phone' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/sobre');
  const sections = page.getByRole('navigation', { name: 'Seções da página' });
  await expect(sections.getByRole('link')).toHaveText([
    'Sobre',
    'Princípios',
    'Trajetória Profissional',
    'Formação Acadêmica',
    'Recomendações',
  ]);
  for (const [name, id] of [
    ['Formação Acadêmica', 'formacao-academica'],
    ['Princípios', 'principios'],
  ] as const) {
    const link = sections.getByRole('link', { name });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'location');
    const top = await page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top);
    expect(Math.round(top)).toBe(100);
  }
  // A section is current from 150 px below the top of the window.
  const line = async (distance: number) =>
    page.evaluate((px) => {
      const section = document.getElementById('trajetoria-profissional');
      window.scrollTo(0, window.scrollY + (section?.getBoundingClientRect().top ?? 0) - px);
    }, distance);
  await line(152);
  await expect(sections.getByRole('link', { name: 'Princípios' })).toHaveAttribute('aria-current', 'location');
  await line(149);
  await expect(sections.getByRole('link', { name: 'Trajetória Profissional' })).toHaveAttribute(
    'aria-current',
    'location',
  );
});

test('the page about the owner is complete, links open outside', async ({ page }) => {
  await page.goto('/sobre');
  const section = (id: string) => page.locator(`#${id}`);
  await expect(section('principios').getByRole('link', { name: /^Premium/ })).toHaveCount(6);
  await expect(
    section('principios')
      .getByRole('link', { name: /^Premium/ })
      .first(),
  ).toHaveAttribute('target', '_blank');
  await expect(section('trajetoria-profissional').locator('ol > li')).toHaveCount(6);
  await expect(section('trajetoria-profissional').getByRole('link').first()).toHaveAttribute('target', '_blank');
  const learning = section('formacao-academica');
  await expect(learning.locator('ul').first().locator('> li')).toHaveCount(12);
  await expect(learning.getByRole('link', { name: /Ver credencial/ })).toHaveCount(6);
  for (const field of [
    'Liderança',
    'Estratégia',
    'Vendas',
    'Gestão',
    'Pessoas',
    'Produtividade',
    'Cliente',
    'Tecnologia',
    'Metodologia',
  ])
    await expect(learning.getByRole('heading', { name: field, exact: true })).toHaveCount(1);
  const carousel = section('recomendacoes').getByRole('group', { name: 'Depoimentos' });
  await expect(carousel.getByRole('button', { name: /^Depoimento \d+ de 16$/ })).toHaveCount(16);
});

test('the services show their lengths and open the chat', async ({ page }) => {
  for (const [path, words] of [
    ['/mentoria', /30 minutos/],
    ['/coaching', /45 minutos/],
    ['/software-gestao', /10 a 200/],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /Soluções/ })
        .first(),
    ).toHaveAttribute('href', '/solucoes');
    await expect(page.getByRole('main').locator('a[href^="https://wa.me/"]').first()).toHaveAttribute(
      'target',
      '_blank',
    );
  }
  await page.goto('/solucoes');
  for (const [name, path] of [
    ['Mentoria', '/mentoria'],
    ['Coaching', '/coaching'],
    ['Software de gestão', '/software-gestao'],
    ['Comunidade', '/membros/apresentacao'],
  ] as const) {
    const heading = page.getByRole('main').getByRole('heading', { level: 2, name, exact: true });
    await expect(heading.getByRole('link')).toHaveAttribute('href', path);
  }
});

test('the menu has the same entries on every width and closes', { tag: '@phone' }, async ({
  page,
  isMobile: phone,
}) => {
  await page.goto('/');
  const banner = page.getByRole('banner');
  if (phone) await banner.getByRole('button', { name: 'Abrir menu' }).click();
  else await banner.getByRole('button', { name: 'Soluções' }).click();
  for (const path of [
    '/',
    '/sobre',
    '/pricing',
    '/blog',
    '/contato',
    '/mentoria',
    '/membros/apresentacao',
    '/software-gestao',
    '/coaching',
  ])
    await expect(banner.locator(`a[href="${path}"]:visible`).first()).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/membros/apresentacao');
  await banner.getByRole('link', { name: /^Coaching/ }).click();
  await expect(page).toHaveURL(/\/coaching$/);
  await expect(banner.getByRole('link', { name: /^Mentoria/ })).toHaveCount(0);
  if (phone) await banner.getByRole('button', { name: 'Abrir menu' }).click();
  await page.keyboard.press('Escape');
  if (phone) {
    // Turned sideways a tablet has the bar: the menu closes, and the page scrolls again.
    await banner.getByRole('button', { name: 'Abrir menu' }).click();
    const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
    await expect.poll(scrolling).toBe('hidden');
    await page.setViewportSize({ width: 1100, height: 800 });
    await expect.poll(scrolling).not.toBe('hidden');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(banner.getByRole('button', { name: 'Abrir menu' })).toBeVisible();
  }
  await page.goto('/blog');
  if (phone) await banner.getByRole('button', { name: 'Abrir menu' }).click();
  await expect(banner.getByRole('link', { name: 'Blog' })).toHaveAttribute('aria-current', 'page');
  await expect(banner.getByRole('link', { name: 'Início' })).not.toHaveAttribute('aria-current');
});

test('printing shows every answer and no buttons', async ({ page }) => {
  await page.goto('/pricing');
  const answers = page.getByRole('main').locator('details > p');
  await expect(answers.nth(1)).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  for (const answer of await answers.all()) await expect(answer).toBeVisible();
  // Text that is light on a dark block is printed dark.
  await expect(page.getByRole('heading', { name: 'Scale', exact: true }).first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByText('Assinar o Scale')).toBeHidden();
  await page.goto('/');
  await expect(page.getByRole('main').locator('blockquote').first()).toBeVisible();
  await expect(page.getByRole('main').locator('button:visible')).toHaveCount(0);
});

test('a missing page links to start, history and contact', async ({ page, complaints }) => {
  await page.goto('/blog');
  await page.goto('/nao-existe');
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir para o início' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('main').locator('a[href="/contato"]')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect(page).toHaveURL(/\/blog$/);
  await expectRefusal(complaints, 404);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu reaches every page and shows every testimonial', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Todas as páginas' });
    for (const path of ['/sobre', '/pricing', '/blog', '/contato', '/mentoria', '/coaching', '/software-gestao'])
      await expect(menu.locator(`a[href="${path}"]`)).toBeVisible();
    await expect(page.getByRole('main').locator('blockquote:visible')).toHaveCount(16);
    await expect(page.getByRole('button', { name: /Abrir menu|Dispensar|depoimento/i })).toHaveCount(0);
  });

  test('an article is complete', async ({ page, request }) => {
    // The oldest article, as other tests publish new ones.
    const { articles } = await siteMap(request);
    await page.goto(articles.at(-1) ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('article').locator('p').first()).toBeVisible();
    expect((await page.getByRole('article').first().textContent())?.length).toBeGreaterThan(800);
  });
});

test('art comes drawn; a page opened by a link draws its own', async ({ page }) => {
  const art = page.getByRole('main').locator('svg.art').first().locator('path');
  await page.goto('/mentoria');
  const drawn = await art.first().getAttribute('d');
  expect(drawn).toMatch(/^M/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contato' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/contato');
  await expect(art.first()).toHaveAttribute('d', /^M/);
  await page.goBack();
  await expect(page).toHaveURL('/mentoria');
  await expect(art.first(), 'both draw alike').toHaveAttribute('d', drawn ?? '');
});
