// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  status: ['running', 'success', 'error'],
} as const;
