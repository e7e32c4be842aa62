// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  details: 2000,
} as const;

export const words = {
  reason: ['ofensa', 'assedio', 'propaganda', 'dados_pessoais', 'direitos_autorais', 'conteudo_ilegal', 'outro'],
  outcome: ['upheld', 'dismissed'],
} as const;
