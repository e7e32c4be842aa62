// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  period: ['month', 'year'],
} as const;
