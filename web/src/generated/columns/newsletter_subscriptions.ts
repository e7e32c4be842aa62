// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  email: 254,
} as const;
