// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 300,
} as const;
