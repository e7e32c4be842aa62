// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  name: 200,
  email: 254,
  company: 200,
} as const;

export const words = {
  size: ['Até 9', '10 a 49', '50 a 200', 'Mais de 200'],
} as const;
