// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  state: ['waiting', 'returned'],
} as const;
