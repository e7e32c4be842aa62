// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  slug: 100,
} as const;
