// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  day: 10,
} as const;
