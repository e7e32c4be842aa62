/** The only maker of addresses. Patterns with parameters stand once more in routes.tsx, where they are matched. */

import { withQuery } from '@/lib/query-string';

export interface BlogFilters {
  search?: string | undefined;
  /** The category's name as a slug. */
  category?: string | undefined;
  /** The list starts at this page of it, from 1 on. */
  page?: number;
}

/** Nothing for the first page: it is the list itself. */
const pageQuery = (page: number | undefined) => ({ pagina: page && page > 1 ? String(page) : undefined });

/** Why somebody comes to the members' door. */
export interface MembersVisit {
  /** The id of the plan they picked. */
  plan?: string | undefined;
  /** The address they wanted before they were asked to sign in. */
  next?: string | undefined;
}

/** Which exclusive contents are listed; empty means all. */
export interface ExclusiveFilters {
  search?: string | undefined;
  type?: string | undefined;
}

/** Where in the administrator's panel. */
export interface AdminPlace {
  /** The open tab's word in the address. */
  section?: string | undefined;
  /** The content in the form: an id, or `NEW_CONTENT`. */
  content?: string | undefined;
  /** The open part of the tab, where it has parts. */
  part?: string | undefined;
}

/** Stands for an id where the content is still to be made. */
export const NEW_CONTENT = 'novo';

export const paths = {
  home: '/',
  about: '/sobre',
  career: '/trajetoria',
  /** Where the professional timeline stands. */
  careerSection: '/sobre#trajetoria-profissional',
  solutions: '/solucoes',
  mentoring: '/mentoria',
  software: '/software-gestao',
  coaching: '/coaching',
  pricing: '/pricing',
  /** The same page, going on with a plan that was picked before signing in. */
  pricingWith: (plan: string) => withQuery('/pricing', { plano: plan }),
  contents: '/conteudos',
  /** `category`: its name as a slug. */
  featuredContents: (category?: string) => withQuery('/conteudos', { categoria: category }),
  /** The same page, saying why somebody was brought there from the members' pages. */
  contentsForMembers: withQuery('/conteudos', { aviso: 'assinatura' }),
  contentArticles: '/conteudos/artigos',
  contentVideos: '/conteudos/videos',
  contentPodcasts: '/conteudos/podcasts',
  methodology: '/conteudos/maquina-execucao',
  /** A list from one of its later pages on. */
  listPage: (list: string, page: number) => withQuery(list, pageQuery(page)),
  blog: ({ search, category, page }: BlogFilters = {}) =>
    withQuery('/blog', { busca: search, categoria: category, ...pageQuery(page) }),
  article: (id: string) => `/blog/${encodeURIComponent(id)}`,
  contact: '/contato',
  privacy: '/privacidade',
  terms: '/termos',
  members: '/membros',
  membersWelcome: '/membros/apresentacao',
  /** The same page, knowing what somebody came for. */
  membersWelcomeWith: ({ plan, next }: MembersVisit) => withQuery('/membros/apresentacao', { plano: plan, next }),
  /** Where the plans stand on it. */
  membersPlans: '/membros/apresentacao#membership-plans',
  membersCommunity: '/membros/comunidade',
  membersForum: '/membros/forum',
  membersProfile: '/membros/perfil',
  membersContents: '/membros/conteudos',
  membersContentsFound: ({ search, type }: ExclusiveFilters) =>
    withQuery('/membros/conteudos', { busca: search, tipo: type }),
  membersContent: (id: string) => `/membros/conteudo/${encodeURIComponent(id)}`,
  membersLearning: '/membros/aprendizagem',
  membersSubscription: '/membros/assinatura',
  /** Where a payment page leads back to; the server writes these three addresses, too (`crates/membership`). */
  paymentDone: '/membros/assinatura/sucesso',
  paymentDoneOf: (checkout: string | null) => withQuery('/membros/assinatura/sucesso', { checkout: checkout ?? '' }),
  paymentPending: '/membros/assinatura/pendente',
  paymentPendingOf: (checkout: string | null) =>
    withQuery('/membros/assinatura/pendente', { checkout: checkout ?? '' }),
  paymentLeft: '/membros/assinatura/cancelada',
  membersSettings: '/membros/configuracoes',
  /** The same page, for who comes back from linking an account elsewhere. */
  membersSettingsLinked: '/membros/configuracoes?vinculo=1',
  admin: '/admin',
  /** Its login, going on to where somebody wanted to go. */
  adminThen: (next: string) => withQuery('/admin', { next }),
  adminPanel: ({ section, content, part }: AdminPlace) =>
    withQuery('/admin', { aba: section, conteudo: content, parte: part }),
  adminVisits: '/admin/visitas',
  adminPeople: '/admin/pessoas',
  adminPerson: (id: string) => `/admin/pessoas/${encodeURIComponent(id)}`,
  adminMembers: '/admin/membros',
  adminMember: (id: string) => `/admin/membros/${encodeURIComponent(id)}`,
  adminCourseAccess: '/admin/acesso-cursos',
  adminAudit: '/admin/auditoria',
  /** The same page, narrowed to a person. */
  adminAuditOf: (person: string) => withQuery('/admin/auditoria', { pessoa: person }),
  /*
   * The screens of an account. `next`: the address somebody wanted before they were asked to sign in; it goes along.
   * The server writes the addresses of two of them into letters: `accountLink` and `newPassword`.
   */
  accountCreate: (next?: string) => withQuery('/conta/criar', { next }),
  accountEnter: (next?: string) => withQuery('/conta/entrar', { next }),
  accountRecover: (next?: string) => withQuery('/conta/recuperar', { next }),
  accountCode: (next?: string) => withQuery('/conta/codigo', { next }),
  accountLink: (next?: string) => withQuery('/conta/confirmar', { next }),
  accountGoOn: (next?: string) => withQuery('/conta/verificacao', { next }),
  newPassword: (next?: string) => withQuery('/conta/nova-senha', { next }),
  rss: '/rss.xml',
  podcastFeed: '/podcast.xml',
} as const;
