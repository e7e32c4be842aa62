// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  kind: ['post', 'comment', 'profile', 'outside'],
  origin: ['reports', 'newcomer', 'words', 'links', 'review', 'fast', 'outside', 'staff'],
  status: ['open', 'decided'],
} as const;
