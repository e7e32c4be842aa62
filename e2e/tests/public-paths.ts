/** The addresses of the pages that are for everybody. */
import type { APIRequestContext } from '@playwright/test';

/**
 * Every page of the site map, one article standing for all, and the pages that are in none. The site map lists the newest
 * first; the oldest article stands for all, as other tests publish and withdraw new ones meanwhile.
 */
export async function publicPaths(request: APIRequestContext, { articles = 1 } = {}): Promise<string[]> {
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname);
  const isArticle = (path: string) => path.startsWith('/blog/');
  const pages = listed.filter((path) => !isArticle(path));
  return [
    ...pages,
    ...listed.filter(isArticle).slice(-articles),
    '/nao-existe',
    '/blog/nao-existe',
    '/newsletter/confirmar/x',
    '/newsletter/sair/x',
  ];
}
