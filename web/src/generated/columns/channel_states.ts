// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  level: ['acompanhar', 'seguir', 'normal', 'silenciar'],
} as const;
