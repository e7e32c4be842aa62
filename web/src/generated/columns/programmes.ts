// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 200,
  description: 2000,
} as const;
