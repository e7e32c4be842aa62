// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  word: 60,
} as const;
