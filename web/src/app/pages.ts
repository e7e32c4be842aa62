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
  | 'preferencias'
  | 'frequencia'
  | 'sair-dos-avisos'
  | 'sair-dos-lembretes'
  | 'sair-dos-emails'
  | 'entrar';

export interface Page {
  path: string;
  /**
   * File in routes/. The server renders those in public/. The browser renders those in signed-in/, without the site's
   * bars.
   */
  file: `public/${string}` | `signed-in/${string}`;
  query: readonly string[];
  /** True if crawlers may list it; a page that is not for them gives its <Head> no canonical path either. */
  indexed: boolean;
  forms: readonly FormName[];
  /** The address holds a secret: the page is never cached. */
  secret: boolean;
  movedTo: string | undefined;
}

type Options = Partial<Omit<Page, 'path'>>;
type Entry = string | readonly [path: string, options: Options];
type PathOf<E extends Entry> = E extends readonly [infer Path extends string, Options] ? Path : E;

/** Pages of one folder. The file of a page has its name, unless it names another. */
function pagesIn<const Entries extends Readonly<Record<string, Entry>>>(
  folder: 'public' | 'signed-in',
  entries: Entries,
): { [Name in keyof Entries]: Page & { path: PathOf<Entries[Name]> } } {
  const made = Object.entries(entries).map(([name, entry]) => {
    const [path, options] = typeof entry === 'string' ? [entry, {}] : entry;
    const { query = [], secret = false, indexed = !secret, forms = [], movedTo } = options;
    const file =
      options.file ?? (`${folder}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` as const);
    // Any page of the site may end with the newsletter's form.
    const all = folder === 'public' && !movedTo ? ['newsletter', ...forms] : [];
    return [name, { path, file, query, indexed, forms: all, secret, movedTo }];
  });
  return Object.fromEntries(made);
}

/** Returns `true` if the server renders it, for everybody alike. */
export const isPublic = (file: Page['file']): boolean => file.startsWith('public/');

const CAREER_SECTION = '/sobre#trajetoria-profissional';

export const pages = {
  ...pagesIn('public', {
    home: '/',
    about: '/sobre',
    career: ['/trajetoria', { movedTo: CAREER_SECTION }],
    solutions: '/solucoes',
    mentoring: '/mentoria',
    coaching: '/coaching',
    software: ['/software-gestao', { forms: ['lista-de-espera'] }],
    blog: ['/blog', { query: ['busca', 'categoria', 'pagina'] }],
    article: '/blog/:id',
    letters: ['/cartas', { query: ['pagina'] }],
    letter: '/cartas/:id',
    contents: ['/conteudos', { query: ['categoria', 'aviso'] }],
    contentArticles: ['/conteudos/artigos', { query: ['categoria', 'pagina'] }],
    contentVideos: ['/conteudos/videos', { query: ['pagina'] }],
    contentPodcasts: ['/conteudos/podcasts', { query: ['pagina'] }],
    contentDocuments: ['/conteudos/documentos', { query: ['pagina'] }],
    contentLinks: ['/conteudos/links', { query: ['pagina'] }],
    methodology: '/conteudos/maquina-execucao',
    pricing: ['/pricing', { query: ['periodo'] }],
    contact: ['/contato', { forms: ['contato'] }],
    outsideReport: ['/contato/denuncia', { query: ['protocolo'], forms: ['denuncia'] }],
    courses: ['/cursos', { query: ['categoria'] }],
    course: '/cursos/:id',
    search: ['/busca', { query: ['q'], indexed: false }],
    privacy: '/privacidade',
    terms: '/termos',
    newsletterConfirm: ['/newsletter/confirmar/:token', { forms: ['confirmar'], secret: true }],
    newsletterLeave: ['/newsletter/sair/:token', { forms: ['sair'], secret: true }],
    newsletterPreferences: ['/newsletter/preferencias/:token', { forms: ['preferencias'], secret: true }],
    // The server writes these addresses into e-mails.
    noticeEmails: ['/avisos/:token', { forms: ['frequencia'], secret: true }],
    noticeEmailsStop: ['/avisos/sair/:token', { forms: ['sair-dos-avisos'], secret: true }],
    studyRemindersStop: ['/avisos/estudo/:token', { forms: ['sair-dos-lembretes'], secret: true }],
    emailPurposeStop: ['/avisos/emails/:token', { forms: ['sair-dos-emails'], secret: true }],
    review: ['/previa/:token', { secret: true }],
    // The server prints this address on certificates.
    certificate: ['/certificados/:code', { secret: true }],
    membersWelcome: ['/membros/apresentacao', { query: ['plano', 'periodo', 'next', 'convite'], forms: ['entrar'] }],
  }),
  ...pagesIn('signed-in', {
    members: '/membros',
    membersCommunity: '/membros/comunidade',
    membersForum: '/membros/forum',
    membersPost: '/membros/publicacao/:id',
    membersSearchPage: ['/membros/busca', { file: 'signed-in/members-search' }],
    membersProfile: '/membros/perfil',
    membersDirectory: '/membros/membros',
    membersMember: '/membros/membro/:id',
    membersNotices: '/membros/avisos',
    membersModeration: '/membros/moderacao',
    membersReports: '/membros/denuncias',
    membersContents: '/membros/conteudos',
    membersContent: '/membros/conteudo/:id',
    membersLearning: ['/membros/aprendizagem', { file: 'signed-in/learning' }],
    membersLearningPlace: ['/membros/aprendizagem/:place', { file: 'signed-in/learning-place' }],
    membersCourse: ['/membros/aprendizagem/curso/:id', { file: 'signed-in/learning-course' }],
    membersLesson: ['/membros/aprendizagem/aula/:id', { file: 'signed-in/learning-lesson' }],
    membersSubscription: '/membros/assinatura',
    // Where a payment page leads back to; the server writes these three addresses, too.
    paymentDone: '/membros/assinatura/sucesso',
    paymentPending: '/membros/assinatura/pendente',
    paymentLeft: '/membros/assinatura/cancelada',
    membersSettings: '/membros/configuracoes',
    admin: '/admin',
    adminContent: '/admin/conteudos/:id',
    adminContentPreview: '/admin/conteudos/:id/previa',
    adminMedia: '/admin/midia',
    adminVisits: '/admin/visitas',
    adminCourses: '/admin/cursos',
    adminCourse: '/admin/cursos/:id',
    adminCertificates: '/admin/certificados',
    adminCourseAccess: '/admin/acesso-cursos',
    adminPeople: '/admin/pessoas',
    adminPerson: '/admin/pessoas/:id',
    adminMembers: '/admin/membros',
    adminMember: '/admin/membros/:id',
    adminCharges: '/admin/cobrancas',
    adminCampaigns: '/admin/cartas',
    adminCampaign: '/admin/cartas/:number',
    adminMessages: '/admin/mensagens',
    adminWaitlist: '/admin/lista-de-espera',
    adminModeration: '/admin/moderacao',
    adminAudit: '/admin/auditoria',
    adminTasks: '/admin/tarefas',
    adminCopies: '/admin/copias',
    adminHealth: '/admin/saude',
    accountCreate: '/conta/criar',
    accountEnter: '/conta/entrar',
    accountRecover: '/conta/recuperar',
    accountCode: '/conta/codigo',
    // The server writes this address and that of the new password into e-mails.
    accountLink: '/conta/confirmar',
    accountContinue: '/conta/verificacao',
    newPassword: '/conta/nova-senha',
  }),
} satisfies Record<string, Page>;

export const notFoundPage: Page = pagesIn('public', { notFound: '*' }).notFound;

/** The page that answers a pathname; the 404 page where none does. */
export function findPage(pathname: string): { page: Page; params: Params } {
  const found = bestMatch(Object.values<Page>(pages), pathname);
  return found ? { page: found.route, params: found.params } : { page: notFoundPage, params: {} };
}

/** Returns `true` if an address of this site answers with a page. A query or a hash does not matter. */
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

/** Query of a page of a list. The first page has none: it is the list itself. */
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
  pricingWith: ({ plan, period }: { plan: string; period?: string | undefined }) =>
    withQuery(plain.pricing, { plano: plan, periodo: period }),
  /** `category`: its name as a slug. */
  featuredContents: (category?: string) => withQuery(plain.contents, { categoria: category }),
  contentsForMembers: withQuery(plain.contents, { aviso: 'assinatura' }),
  listPage: (list: string, number: number, category?: string) =>
    withQuery(list, { categoria: category, ...pageQuery(number) }),
  blog: ({ search, category, page: number }: BlogFilters = {}) =>
    withQuery(plain.blog, { busca: search, categoria: category, ...pageQuery(number) }),
  article: withId(plain.article),
  letter: withId(plain.letter),
  /** Returns the address of a content's page for everybody: by its readable name, or by its id. */
  content: ({ content_type, slug, id }: { content_type: string; slug: string | null; id: string }) =>
    fillPath(content_type === 'letter' ? plain.letter : plain.article, { id: slug || id }),
  coursesOf: (category: string) => withQuery(plain.courses, { categoria: category }),
  course: withId(plain.course),
  /** The results of a search over the site. */
  searchFor: (words: string) => withQuery(plain.search, { q: words }),
  newsletterPreferences: (token: string) => fillPath(plain.newsletterPreferences, { token }),
  noticeEmails: (token: string) => fillPath(plain.noticeEmails, { token }),
  /** `plan`: the id of the chosen one; `next`: the address to return to after signing in. */
  membersWelcomeWith: ({ plan, period, next }: { [Part in 'plan' | 'period' | 'next']?: string | undefined }) =>
    withQuery(plain.membersWelcome, { plano: plan, periodo: period, next }),
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
