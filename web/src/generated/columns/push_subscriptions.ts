// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  endpoint: 1000,
} as const;
