// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 300,
  description: 2000,
  body: 500000,
  read_time: 40,
  thumbnail_url: 2000,
  external_link: 2000,
  file_url: 2000,
  slug: 100,
  seo_title: 120,
  seo_description: 320,
  preheader: 150,
} as const;

export const words = {
  content_type: ['article', 'video', 'audio', 'pdf', 'link', 'letter'],
  entitlement: ['articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates', 'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'],
} as const;
