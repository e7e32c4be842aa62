// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  name: 200,
  email: 254,
  address: 500,
  message: 5000,
} as const;

export const words = {
  reason: ['ofensa', 'assedio', 'propaganda', 'dados_pessoais', 'direitos_autorais', 'conteudo_ilegal', 'outro'],
} as const;
