// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 200,
  content: 20000,
} as const;

export const words = {
  hidden_because: ['newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff'],
} as const;
