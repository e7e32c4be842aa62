// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  course_url: 2000,
} as const;

export const words = {
  source: ['manual', 'hotmart'],
} as const;
