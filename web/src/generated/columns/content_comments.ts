// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  body: 2000,
} as const;
