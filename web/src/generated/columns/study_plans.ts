// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  goal: 500,
} as const;
