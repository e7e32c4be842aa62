// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  place: 100,
  title: 200,
  content: 20000,
} as const;
