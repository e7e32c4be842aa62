// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 200,
  content: 20000,
} as const;

export const words = {
  entitlement: ['articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates', 'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'],
  hidden_because: ['newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff'],
} as const;
