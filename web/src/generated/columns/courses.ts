// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 200,
  description: 2000,
  requirements: 2000,
  instructor: 120,
  duration: 40,
  thumbnail: 2000,
} as const;

export const words = {
  level: ['Iniciante', 'Intermediário', 'Avançado'],
  entitlement: ['articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates', 'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'],
} as const;
