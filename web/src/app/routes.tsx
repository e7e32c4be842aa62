/**
 * Every address that answers, and how. A page is added with one line here; links to it then appear by themselves wherever
 * they are already written, because navigation shows only what `isLive`.
 */
import { bestMatch } from '@/lib/route-match';
import { paths } from './paths';
import type { LiveRoute, RouteModule, Visit } from './route';

type RouteOptions = Partial<
  Pick<LiveRoute, 'rendering' | 'shell' | 'query' | 'indexed' | 'forms' | 'secret' | 'movedTo'>
>;

function route(
  path: string,
  module: string,
  importModule: () => Promise<RouteModule>,
  {
    rendering = 'server',
    shell = 'site',
    query = [],
    indexed = true,
    forms = [],
    secret = false,
    movedTo,
  }: RouteOptions = {},
): LiveRoute {
  let pending: Promise<RouteModule> | undefined;
  let failed = false;
  const load = () => {
    if (pending) return pending;
    const started = importModule();
    pending = started;
    failed = false;
    started.then(
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      (reason) => {
        // Kept: React renders a failed page more than once, and importing each time would never end.
        Object.assign(started, { status: 'rejected', reason });
        failed = true;
      },
    );
    return started;
  };
  const preload = () => {
    if (failed) pending = undefined;
    return load();
  };
  // Any page of the site may end with the newsletter's form.
  const taken = rendering === 'server' ? (['newsletter', ...forms] as const) : [];
  return { path, module, rendering, shell, query, indexed, forms: taken, secret, movedTo, load, preload };
}

/** Stands in for the import on the server, where these pages are never loaded: so their code stays out of its bundle. */
const notOnServer = () => Promise.reject<RouteModule>(new Error('this page is rendered by the browser only'));

/** For pages somebody signs in to: the server sends the shell, the browser renders. */
const signedIn = { rendering: 'client', shell: 'bare' } as const;

export const routes: readonly LiveRoute[] = [
  route('/', 'src/routes/home.tsx', () => import('@/routes/home')),
  route('/sobre', 'src/routes/about.tsx', () => import('@/routes/about')),
  // Not a page of its own: 'client' keeps it out of the site map.
  route('/trajetoria', 'src/routes/career.tsx', () => import('@/routes/career'), {
    rendering: 'client',
    movedTo: paths.careerSection,
  }),
  route('/solucoes', 'src/routes/solutions.tsx', () => import('@/routes/solutions')),
  route('/mentoria', 'src/routes/mentoring.tsx', () => import('@/routes/mentoring')),
  route('/coaching', 'src/routes/coaching.tsx', () => import('@/routes/coaching')),
  route('/software-gestao', 'src/routes/software.tsx', () => import('@/routes/software'), {
    forms: ['lista-de-espera'],
  }),
  route('/blog', 'src/routes/blog.tsx', () => import('@/routes/blog'), { query: ['busca', 'categoria', 'pagina'] }),
  route('/blog/:id', 'src/routes/article.tsx', () => import('@/routes/article')),
  route('/conteudos', 'src/routes/contents.tsx', () => import('@/routes/contents'), { query: ['categoria', 'aviso'] }),
  route('/conteudos/artigos', 'src/routes/content-articles.tsx', () => import('@/routes/content-articles'), {
    query: ['pagina'],
  }),
  route('/conteudos/videos', 'src/routes/content-videos.tsx', () => import('@/routes/content-videos'), {
    query: ['pagina'],
  }),
  route('/conteudos/podcasts', 'src/routes/content-podcasts.tsx', () => import('@/routes/content-podcasts'), {
    query: ['pagina'],
  }),
  route('/conteudos/maquina-execucao', 'src/routes/methodology.tsx', () => import('@/routes/methodology')),
  route('/pricing', 'src/routes/pricing.tsx', () => import('@/routes/pricing')),
  route('/contato', 'src/routes/contact.tsx', () => import('@/routes/contact'), { forms: ['contato'] }),
  route('/privacidade', 'src/routes/privacy.tsx', () => import('@/routes/privacy')),
  route('/termos', 'src/routes/terms.tsx', () => import('@/routes/terms')),
  route(
    '/newsletter/confirmar/:token',
    'src/routes/newsletter-confirm.tsx',
    () => import('@/routes/newsletter-confirm'),
    {
      forms: ['confirmar'],
      indexed: false,
      secret: true,
    },
  ),
  route('/newsletter/sair/:token', 'src/routes/newsletter-leave.tsx', () => import('@/routes/newsletter-leave'), {
    forms: ['sair'],
    indexed: false,
    secret: true,
  }),
  route('/membros/apresentacao', 'src/routes/members-welcome.tsx', () => import('@/routes/members-welcome'), {
    query: ['plano', 'next'],
    forms: ['entrar'],
  }),
  route(
    '/membros',
    'src/routes/members.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members'),
    signedIn,
  ),
  route(
    '/membros/conteudos',
    'src/routes/members-contents.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-contents'),
    signedIn,
  ),
  route(
    '/membros/conteudo/:id',
    'src/routes/members-content.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-content'),
    signedIn,
  ),
  route(
    '/membros/assinatura',
    'src/routes/members-subscription.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-subscription'),
    signedIn,
  ),
  route(
    '/membros/assinatura/sucesso',
    'src/routes/members-subscription-done.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-subscription-done'),
    signedIn,
  ),
  route(
    '/membros/assinatura/pendente',
    'src/routes/members-subscription-pending.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-subscription-pending'),
    signedIn,
  ),
  route(
    '/membros/assinatura/cancelada',
    'src/routes/members-subscription-left.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-subscription-left'),
    signedIn,
  ),
  route(
    '/membros/configuracoes',
    'src/routes/members-settings.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/members-settings'),
    signedIn,
  ),
  route('/admin', 'src/routes/admin.tsx', import.meta.env.SSR ? notOnServer : () => import('@/routes/admin'), signedIn),
  route(
    '/admin/visitas',
    'src/routes/admin-visits.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-visits'),
    signedIn,
  ),
  route(
    '/admin/acesso-cursos',
    'src/routes/admin-course-access.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-course-access'),
    signedIn,
  ),
  route(
    '/admin/pessoas',
    'src/routes/admin-people.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-people'),
    signedIn,
  ),
  route(
    '/admin/pessoas/:id',
    'src/routes/admin-person.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-person'),
    signedIn,
  ),
  route(
    '/admin/membros',
    'src/routes/admin-members.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-members'),
    signedIn,
  ),
  route(
    '/admin/membros/:id',
    'src/routes/admin-member.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-member'),
    signedIn,
  ),
  route(
    '/admin/auditoria',
    'src/routes/admin-audit.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/admin-audit'),
    signedIn,
  ),
  route(
    '/conta/criar',
    'src/routes/account-create.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/account-create'),
    signedIn,
  ),
  route(
    '/conta/entrar',
    'src/routes/account-enter.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/account-enter'),
    signedIn,
  ),
  route(
    '/conta/recuperar',
    'src/routes/account-recover.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/account-recover'),
    signedIn,
  ),
  route(
    '/conta/codigo',
    'src/routes/account-code.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/account-code'),
    signedIn,
  ),
  route(
    '/conta/confirmar',
    'src/routes/account-link.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/account-link'),
    signedIn,
  ),
  route(
    '/conta/verificacao',
    'src/routes/account-go-on.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/account-go-on'),
    signedIn,
  ),
  route(
    '/conta/nova-senha',
    'src/routes/new-password.tsx',
    import.meta.env.SSR ? notOnServer : () => import('@/routes/new-password'),
    signedIn,
  ),
];

export const notFoundRoute = route('*', 'src/routes/not-found.tsx', () => import('@/routes/not-found'));

/** The route that answers a pathname; the 404 page where none does. */
export function findRoute(pathname: string): { route: LiveRoute; params: Visit['params'] } {
  return bestMatch(routes, pathname) ?? { route: notFoundRoute, params: {} };
}

/** Whether an address of this site answers with a page. A query or a hash does not matter. */
export function isLive(path: string): boolean {
  const pathname = path.split(/[?#]/, 1)[0] ?? path;
  return findRoute(pathname).route !== notFoundRoute;
}
