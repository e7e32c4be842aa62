/** Every address of the site, once: its page, and the only builder of links. */
import { withQuery } from '@/lib/query-string';
import { bestMatch, fillPath, type Params } from '@/lib/route-match';

/** The public forms; each is defined by its feature and listed in forms.ts. */
export type FormName =
  | 'newsletter'
  | 'contato'
  | 'denuncia'
  | 'lista-de-espera'
  | 'confirmar'
  | 'sair'
  | 'frequencia'
  | 'sair-dos-avisos'
  | 'sair-dos-lembretes'
  | 'entrar';

export interface Page {
  path: string;
  /** In routes/: the server renders what is in public/; what is in signed-in/ the browser renders, without the site's bars. */
  file: `public/${string}` | `signed-in/${string}`;
  query: readonly string[];
  /** Whether crawlers may list it; a page that is not for them gives its <Head> no canonical path either. */
  indexed: boolean;
  forms: readonly FormName[];
  /** The address holds a secret: the page is never cached. */
  secret: boolean;
  movedTo: string | undefined;
}

function page<const Path extends string>(
  path: Path,
  file: Page['file'],
  { query = [], indexed = true, forms = [], secret = false, movedTo }: Partial<Omit<Page, 'path' | 'file'>> = {},
): Page & { path: Path } {
  // Any page of the site may end with the newsletter's form.
  const all = isPublic(file) && !movedTo ? (['newsletter', ...forms] as const) : [];
  return { path, file, query, indexed, forms: all, secret, movedTo };
}

/** Whether the server renders it, for everybody alike. */
export const isPublic = (file: Page['file']): boolean => file.startsWith('public/');

const CAREER_SECTION = '/sobre#trajetoria-profissional';

export const pages = {
  home: page('/', 'public/home'),
  about: page('/sobre', 'public/about'),
  career: page('/trajetoria', 'public/career', { movedTo: CAREER_SECTION }),
  solutions: page('/solucoes', 'public/solutions'),
  mentoring: page('/mentoria', 'public/mentoring'),
  coaching: page('/coaching', 'public/coaching'),
  software: page('/software-gestao', 'public/software', { forms: ['lista-de-espera'] }),
  blog: page('/blog', 'public/blog', { query: ['busca', 'categoria', 'pagina'] }),
  article: page('/blog/:id', 'public/article'),
  contents: page('/conteudos', 'public/contents', { query: ['categoria', 'aviso'] }),
  contentArticles: page('/conteudos/artigos', 'public/content-articles', { query: ['categoria', 'pagina'] }),
  contentVideos: page('/conteudos/videos', 'public/content-videos', { query: ['pagina'] }),
  contentPodcasts: page('/conteudos/podcasts', 'public/content-podcasts', { query: ['pagina'] }),
  methodology: page('/conteudos/maquina-execucao', 'public/methodology'),
  pricing: page('/pricing', 'public/pricing'),
  contact: page('/contato', 'public/contact', { forms: ['contato'] }),
  outsideReport: page('/contato/denuncia', 'public/outside-report', {
    query: ['protocolo'],
    forms: ['denuncia'],
  }),
  courses: page('/cursos', 'public/courses', { query: ['categoria'] }),
  course: page('/cursos/:id', 'public/course'),
  search: page('/busca', 'public/search', { query: ['q'], indexed: false }),
  privacy: page('/privacidade', 'public/privacy'),
  terms: page('/termos', 'public/terms'),
  newsletterConfirm: page('/newsletter/confirmar/:token', 'public/newsletter-confirm', {
    forms: ['confirmar'],
    indexed: false,
    secret: true,
  }),
  newsletterLeave: page('/newsletter/sair/:token', 'public/newsletter-leave', {
    forms: ['sair'],
    indexed: false,
    secret: true,
  }),
  // The server writes these two addresses into e-mails.
  noticeEmails: page('/avisos/:token', 'public/notice-emails', {
    forms: ['frequencia'],
    indexed: false,
    secret: true,
  }),
  noticeEmailsStop: page('/avisos/sair/:token', 'public/notice-emails-stop', {
    forms: ['sair-dos-avisos'],
    indexed: false,
    secret: true,
  }),
  studyRemindersStop: page('/avisos/estudo/:token', 'public/study-reminders-stop', {
    forms: ['sair-dos-lembretes'],
    indexed: false,
    secret: true,
  }),
  review: page('/previa/:token', 'public/review', { indexed: false, secret: true }),
  // The server prints this address on certificates.
  certificate: page('/certificados/:code', 'public/certificate', { indexed: false, secret: true }),
  membersWelcome: page('/membros/apresentacao', 'public/members-welcome', {
    query: ['plano', 'next', 'convite'],
    forms: ['entrar'],
  }),
  members: page('/membros', 'signed-in/members'),
  membersCommunity: page('/membros/comunidade', 'signed-in/members-community'),
  membersForum: page('/membros/forum', 'signed-in/members-forum'),
  membersPost: page('/membros/publicacao/:id', 'signed-in/members-post'),
  membersSearchPage: page('/membros/busca', 'signed-in/members-search'),
  membersProfile: page('/membros/perfil', 'signed-in/members-profile'),
  membersDirectory: page('/membros/membros', 'signed-in/members-directory'),
  membersMember: page('/membros/membro/:id', 'signed-in/members-member'),
  membersNotices: page('/membros/avisos', 'signed-in/members-notices'),
  membersModeration: page('/membros/moderacao', 'signed-in/members-moderation'),
  membersReports: page('/membros/denuncias', 'signed-in/members-reports'),
  membersContents: page('/membros/conteudos', 'signed-in/members-contents'),
  membersContent: page('/membros/conteudo/:id', 'signed-in/members-content'),
  membersLearning: page('/membros/aprendizagem', 'signed-in/learning'),
  membersLearningPlace: page('/membros/aprendizagem/:place', 'signed-in/learning-place'),
  membersCourse: page('/membros/aprendizagem/curso/:id', 'signed-in/learning-course'),
  membersLesson: page('/membros/aprendizagem/aula/:id', 'signed-in/learning-lesson'),
  membersSubscription: page('/membros/assinatura', 'signed-in/members-subscription'),
  // Where a payment page leads back to; the server writes these three addresses, too.
  paymentDone: page('/membros/assinatura/sucesso', 'signed-in/payment-done'),
  paymentPending: page('/membros/assinatura/pendente', 'signed-in/payment-pending'),
  paymentLeft: page('/membros/assinatura/cancelada', 'signed-in/payment-left'),
  membersSettings: page('/membros/configuracoes', 'signed-in/members-settings'),
  admin: page('/admin', 'signed-in/admin'),
  adminContent: page('/admin/conteudos/:id', 'signed-in/admin-content'),
  adminContentPreview: page('/admin/conteudos/:id/previa', 'signed-in/admin-content-preview'),
  adminVisits: page('/admin/visitas', 'signed-in/admin-visits'),
  adminCourses: page('/admin/cursos', 'signed-in/admin-courses'),
  adminCourse: page('/admin/cursos/:id', 'signed-in/admin-course'),
  adminCertificates: page('/admin/certificados', 'signed-in/admin-certificates'),
  adminCourseAccess: page('/admin/acesso-cursos', 'signed-in/admin-course-access'),
  adminPeople: page('/admin/pessoas', 'signed-in/admin-people'),
  adminPerson: page('/admin/pessoas/:id', 'signed-in/admin-person'),
  adminMembers: page('/admin/membros', 'signed-in/admin-members'),
  adminMember: page('/admin/membros/:id', 'signed-in/admin-member'),
  adminCharges: page('/admin/cobrancas', 'signed-in/admin-charges'),
  adminMessages: page('/admin/mensagens', 'signed-in/admin-messages'),
  adminWaitlist: page('/admin/lista-de-espera', 'signed-in/admin-waitlist'),
  adminAudit: page('/admin/auditoria', 'signed-in/admin-audit'),
  adminTasks: page('/admin/tarefas', 'signed-in/admin-tasks'),
  accountCreate: page('/conta/criar', 'signed-in/account-create'),
  accountEnter: page('/conta/entrar', 'signed-in/account-enter'),
  accountRecover: page('/conta/recuperar', 'signed-in/account-recover'),
  accountCode: page('/conta/codigo', 'signed-in/account-code'),
  // The server writes this address and that of the new password into e-mails.
  accountLink: page('/conta/confirmar', 'signed-in/account-link'),
  accountContinue: page('/conta/verificacao', 'signed-in/account-continue'),
  newPassword: page('/conta/nova-senha', 'signed-in/new-password'),
} satisfies Record<string, Page>;

export const notFoundPage: Page = page('*', 'public/not-found');

/** The page that answers a pathname; the 404 page where none does. */
export function findPage(pathname: string): { page: Page; params: Params } {
  const found = bestMatch(Object.values<Page>(pages), pathname);
  return found ? { page: found.route, params: found.params } : { page: notFoundPage, params: {} };
}

/** Whether an address of this site answers with a page. A query or a hash does not matter. */
export function isLive(path: string): boolean {
  return findPage(path.split(/[?#]/, 1)[0] ?? path).page !== notFoundPage;
}

type Plain = { readonly [Name in keyof typeof pages]: (typeof pages)[Name]['path'] };

const plain = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path])) as Plain;

export interface BlogFilters {
  search?: string | undefined;
  category?: string | undefined;
  page?: number;
}

/** None for the first page: it is the list itself. */
const pageQuery = (number: number | undefined) => ({ pagina: number && number > 1 ? String(number) : undefined });

/** `next`: the address to return to after signing in. */
const withNext = (path: string) => (next?: string) => withQuery(path, { next });
const withId = (path: string) => (id: string) => fillPath(path, { id });
const withCheckout = (path: string) => (checkout: string | null) => withQuery(path, { checkout: checkout ?? '' });

/** The address of each page by its name, and of pages with parameters. */
export const paths = {
  ...plain,
  careerSection: CAREER_SECTION,
  /** The same page, continuing with a plan chosen before signing in. */
  pricingWith: (plan: string) => withQuery(plain.pricing, { plano: plan }),
  /** `category`: its name as a slug. */
  featuredContents: (category?: string) => withQuery(plain.contents, { categoria: category }),
  contentsForMembers: withQuery(plain.contents, { aviso: 'assinatura' }),
  listPage: (list: string, number: number, category?: string) =>
    withQuery(list, { categoria: category, ...pageQuery(number) }),
  blog: ({ search, category, page: number }: BlogFilters = {}) =>
    withQuery(plain.blog, { busca: search, categoria: category, ...pageQuery(number) }),
  article: withId(plain.article),
  coursesOf: (category: string) => withQuery(plain.courses, { categoria: category }),
  course: withId(plain.course),
  /** The results of a search over the site. */
  searchFor: (words: string) => withQuery(plain.search, { q: words }),
  noticeEmails: (token: string) => fillPath(plain.noticeEmails, { token }),
  /** `plan`: the id of the chosen one; `next`: the address to return to after signing in. */
  membersWelcomeWith: ({ plan, next }: { plan?: string | undefined; next?: string | undefined }) =>
    withQuery(plain.membersWelcome, { plano: plan, next }),
  membersPlans: `${plain.membersWelcome}#membership-plans`,
  /** A channel of the community; the first one without its id. */
  membersChannel: (id: string, category?: string) =>
    withQuery(plain.membersCommunity, { canal: id === '1' ? undefined : id, categoria: category }),
  membersPost: withId(plain.membersPost),
  membersMember: withId(plain.membersMember),
  membersContent: withId(plain.membersContent),
  paymentDoneOf: withCheckout(plain.paymentDone),
  paymentPendingOf: withCheckout(plain.paymentPending),
  membersSettingsLinked: `${plain.membersSettings}?vinculo=1`,
  adminThen: withNext(plain.admin),
  adminPerson: withId(plain.adminPerson),
  adminMember: withId(plain.adminMember),
  accountCreate: withNext(plain.accountCreate),
  accountEnter: withNext(plain.accountEnter),
  accountRecover: withNext(plain.accountRecover),
  accountCode: withNext(plain.accountCode),
  accountLink: withNext(plain.accountLink),
  accountContinue: withNext(plain.accountContinue),
  newPassword: withNext(plain.newPassword),
  rss: '/rss.xml',
  podcastFeed: '/podcast.xml',
} as const;
