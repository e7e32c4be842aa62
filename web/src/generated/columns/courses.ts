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
} as const;
