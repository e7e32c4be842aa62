// Written by `cargo xtask gen` from the entitlements of the server. Do not edit.

import type { Entitlement } from './content';

/** Names of entitlements for people. */
export const entitlementLabels: Readonly<Record<Entitlement, string>> = {
  articles: 'Artigos exclusivos',
  podcasts: 'Podcasts',
  premium_newsletter: 'Carta premium',
  updates: 'Atualizações de conteúdo',
  community: 'Comunidade',
  mobile: 'Leitura em qualquer aparelho',
  courses: 'Cursos gravados',
  lives: 'Encontros ao vivo',
  masterclasses: 'Aulas magnas',
  certificates: 'Certificados',
  vip_chat: 'Grupo VIP no WhatsApp',
  downloads: 'Materiais para baixar',
  management_software: 'Sistema de gestão',
  dashboards: 'Painéis e relatórios',
  integrations: 'Integrações',
  priority_support: 'Atendimento prioritário',
  consultancy: 'Consultoria',
  early_access: 'Acesso antecipado',
};

/** Entitlement of a new content, by its type. */
export const typeEntitlements = {
  article: 'articles',
  video: 'masterclasses',
  audio: 'podcasts',
  pdf: 'downloads',
  link: 'updates',
  letter: 'premium_newsletter',
} as const satisfies Record<string, Entitlement>;
