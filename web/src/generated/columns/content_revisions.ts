// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  kind: ['publish', 'restore', 'edit'],
} as const;
