// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 200,
  summary: 500,
  body: 200000,
  file_url: 2000,
  captions: 400000,
} as const;

export const words = {
  kind: ['video', 'audio', 'pdf', 'text', 'quiz'],
} as const;
