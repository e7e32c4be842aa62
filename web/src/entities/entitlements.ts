/** What plans entitle to. */
import type { Entitlement } from '@/generated/content';
import type { ContentType } from './content-kind';

/** As the panel names them. */
export const ENTITLEMENT_NAMES: Readonly<Record<Entitlement, string>> = {
  articles: 'Artigos exclusivos',
  podcasts: 'Podcasts',
  premium_newsletter: 'Carta premium',
  updates: 'Atualizações',
  community: 'Comunidade',
  mobile: 'Leitura em qualquer aparelho',
  courses: 'Cursos gravados',
  lives: 'Encontros ao vivo',
  masterclasses: 'Aulas magnas',
  certificates: 'Certificados',
  vip_chat: 'Grupo VIP',
  downloads: 'Materiais para baixar',
  management_software: 'Sistema de gestão',
  dashboards: 'Painéis e relatórios',
  integrations: 'Integrações',
  priority_support: 'Atendimento prioritário',
  consultancy: 'Consultoria',
  early_access: 'Acesso antecipado',
};

/** Those that open contents and courses. */
export const OPENING = [
  'updates',
  'articles',
  'podcasts',
  'masterclasses',
  'downloads',
  'courses',
  'early_access',
] as const satisfies readonly Entitlement[];

const OF_TYPE: Readonly<Record<ContentType, (typeof OPENING)[number]>> = {
  article: 'articles',
  audio: 'podcasts',
  pdf: 'downloads',
  video: 'masterclasses',
  link: 'updates',
};

/** What opens contents of a type, unless the writer chooses otherwise: as the server has it. */
export const entitlementOfType = (type: ContentType) => OF_TYPE[type];

/** [`OPENING`] as options of a field. */
export const OPENING_OPTIONS = OPENING.map((name) => ({ value: name, label: ENTITLEMENT_NAMES[name] }));
