import type { APIRequestContext } from '@playwright/test';

/** Every public page that is no article. */
export const PAGES = [
  ...['/', '/sobre', '/solucoes', '/mentoria', '/coaching', '/software-gestao', '/pricing'],
  ...['/conteudos', '/conteudos/artigos', '/conteudos/videos', '/conteudos/podcasts', '/conteudos/documentos'],
  ...['/conteudos/links', '/conteudos/maquina-execucao'],
  '/cursos',
  ...[
    '/blog',
    '/cartas',
    '/busca',
    '/busca?q=gestao',
    '/contato',
    '/contato/denuncia',
    '/membros/apresentacao',
    '/privacidade',
    '/termos',
  ],
  ...[
    '/newsletter/confirmar/x',
    '/newsletter/sair/x',
    '/newsletter/preferencias/nao-existe',
    '/avisos/x',
    '/previa/nao-existe',
    '/avisos/sair/x',
    '/avisos/estudo/x',
    '/avisos/emails/x',
    '/nao-existe',
    '/blog/nao-existe',
    '/cartas/nao-existe',
    '/cursos/nao-existe',
  ],
];

export interface SiteMap {
  pages: string[];
  /** Articles and letters, the newest first. */
  articles: string[];
  courses: string[];
}

export async function siteMap(request: APIRequestContext): Promise<SiteMap> {
  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname);
  const isArticle = (path: string) => /^\/(blog|cartas)\//.test(path);
  const isCourse = (path: string) => path.startsWith('/cursos/');
  return {
    pages: listed.filter((path) => !isArticle(path) && !isCourse(path)),
    articles: listed.filter(isArticle),
    courses: listed.filter(isCourse),
  };
}
