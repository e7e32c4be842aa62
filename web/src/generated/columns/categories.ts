// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  name: 80,
  description: 500,
} as const;
