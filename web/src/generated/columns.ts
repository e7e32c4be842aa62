// Written by `cargo xtask gen` from the declared tables. Do not edit.

export const jobExecutionLogsWords = {
  status: ['running', 'success', 'error'],
} as const;

export const userRolesWords = {
  role: ['admin', 'moderator'],
} as const;

export const memberProfilesLimits = {
  display_name: 120,
  bio: 2000,
  company: 200,
  position: 200,
  linkedin_url: 500,
  website_url: 500,
  avatar_url: 2000,
} as const;

export const memberProfilesWords = {
  experience_level: ['iniciante', 'intermediario', 'avancado', 'expert'],
} as const;

export const consentsLimits = {
  version: 40,
} as const;

export const consentsWords = {
  document: ['terms', 'privacy'],
  method: ['sign_up', 'settings'],
} as const;

export const subscribersWords = {
  plan: ['update', 'scale', 'professional'],
  status: ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused', 'courtesy', 'unknown'],
  closed_because: ['refunded', 'disputed', 'unpaid'],
} as const;

export const hotmartAccessLimits = {
  course_url: 2000,
} as const;

export const hotmartAccessWords = {
  source: ['manual', 'hotmart'],
} as const;

export const categoriesLimits = {
  name: 80,
  description: 500,
} as const;

export const contentsLimits = {
  title: 300,
  description: 2000,
  body: 500000,
  read_time: 40,
  thumbnail_url: 2000,
  external_link: 2000,
  file_url: 2000,
} as const;

export const contentsWords = {
  content_type: ['article', 'video', 'audio', 'pdf', 'link'],
} as const;

export const newsletterSubscriptionsLimits = {
  email: 254,
} as const;

export const contactsLimits = {
  name: 200,
  email: 254,
  company: 200,
  message: 5000,
} as const;

export const contactsWords = {
  subject: ['Mentoria Executiva', 'Consultoria Estratégica', 'Palestras e Eventos', 'Parcerias', 'Mídia e Entrevistas', 'Outros Assuntos'],
  status: ['new', 'answered', 'archived'],
} as const;

export const waitlistEntriesLimits = {
  name: 200,
  email: 254,
  company: 200,
} as const;

export const waitlistEntriesWords = {
  size: ['Até 9', '10 a 49', '50 a 200', 'Mais de 200'],
} as const;

export const channelsLimits = {
  name: 80,
  description: 500,
} as const;

export const communityCategoriesLimits = {
  name: 80,
} as const;

export const communityPostsLimits = {
  title: 200,
  content: 20000,
} as const;

export const communityCommentsLimits = {
  content: 10000,
} as const;

export const coursesLimits = {
  title: 200,
  description: 2000,
  instructor: 120,
  duration: 40,
  thumbnail: 2000,
} as const;

export const coursesWords = {
  level: ['Iniciante', 'Intermediário', 'Avançado'],
} as const;

export const courseModulesLimits = {
  title: 200,
} as const;

export const lessonsLimits = {
  title: 200,
  body: 200000,
  file_url: 2000,
} as const;

export const pageViewsLimits = {
  day: 10,
  path: 200,
} as const;

export const analyticsEventsLimits = {
  day: 10,
  category: 40,
  label: 40,
} as const;
