/**
 * The development build of the front end hydrates pages the real server rendered. Only that build reports every difference,
 * attributes included; its console must stay silent.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, expectRefusal, test } from './fixtures.ts';

const folder = new URL('../../web/dist/client-dev/', import.meta.url);
const shell = readFileSync(new URL('index.html', folder), 'utf8');
const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(shell)?.[1];

const paths = [
  ...['/', '/blog', '/blog?busca=reuniao', '/blog?categoria=Gest%C3%A3o', '/blog?pagina=2', '/nao-existe'],
  ...['/conteudos', '/conteudos?categoria=lideranca', '/conteudos/artigos?pagina=2', '/conteudos/videos'],
  ...['/pricing', '/membros/apresentacao', '/membros/apresentacao?plano=scale&next=%2Fmembros'],
  ...['/conteudos/podcasts', '/conteudos/documentos', '/conteudos/links', '/conteudos/maquina-execucao'],
  ...['an article', 'an audio', 'a video', 'a link'],
];
const types: Record<string, string> = {
  'an article': 'article',
  'an audio': 'audio',
  'a video': 'video',
  'a link': 'link',
};

/** Number of pages that share a browser. */
const AT_ONCE = 7;

/** Swaps the scripts of every page for those of the development build. */
async function serveDevelopmentBuild(page: Page): Promise<void> {
  // Each page is a first visit: nothing was dismissed before.
  await page.addInitScript(() => localStorage.clear());
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().resourceType() === 'document') {
      const response = await route.fetch();
      const html = await response.text();
      const swapped = html.replace(/(<script type="module"[^>]* src=")[^"]+"/, `$1${entry}"`);
      expect(swapped).not.toBe(html);
      return route.fulfill({ response, body: swapped });
    }
    // Preloads of the production build still come from the server.
    const built = new URL(`.${pathname}`, folder).pathname;
    return existsSync(built) && /\.(js|css)$/.test(pathname) ? route.fulfill({ path: built }) : route.continue();
  });
}

async function addressOf(path: string, request: APIRequestContext): Promise<string> {
  const type = types[path];
  if (!type) return path;
  const published = `/rest/v1/contents?select=id&is_member_only=is.false&content_type=eq.${type}&limit=1`;
  const rows = await (await request.get(published)).json();
  return `/blog/${rows[0].id}`;
}

for (let start = 0; start < paths.length; start += AT_ONCE) {
  const some = paths.slice(start, start + AT_ONCE);
  test(`${some[0]} and on hydrate without a difference`, async ({ page, request, complaints }) => {
    await serveDevelopmentBuild(page);
    for (const path of some) {
      await test.step(path, async () => {
        await page.goto(await addressOf(path, request));
        // Hydrated: a control that needs JavaScript works.
        const dismiss = page.getByRole('button', { name: 'Dispensar botão de conversa' });
        await dismiss.click();
        await expect(dismiss).toHaveCount(0);
        if (path === '/nao-existe') await expectRefusal(complaints, 404);
        expect(complaints).toEqual([]);
      });
    }
  });
}
