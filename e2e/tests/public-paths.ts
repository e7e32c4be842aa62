import type { APIRequestContext } from '@playwright/test';

/** Every public page that is no article. */
export const PAGES = [
  ...['/', '/sobre', '/solucoes', '/mentoria', '/coaching', '/software-gestao', '/pricing'],
  ...['/conteudos', '/conteudos/artigos', '/conteudos/videos', '/conteudos/podcasts', '/conteudos/maquina-execucao'],
  ...['/blog', '/contato', '/contato/denuncia', '/membros/apresentacao', '/privacidade', '/termos'],
  ...[
    '/newsletter/confirmar/x',
    '/newsletter/sair/x',
    '/avisos/x',
    '/avisos/sair/x',
    '/nao-existe',
    '/blog/nao-existe',
  ],
];

/** The site map's pages, and its articles, newest first. */
export async function siteMap(request: APIRequestContext): Promise<{ pages: string[]; articles: string[] }> {
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname);
  const isArticle = (path: string) => path.startsWith('/blog/');
  return { pages: listed.filter((path) => !isArticle(path)), articles: listed.filter(isArticle) };
}
