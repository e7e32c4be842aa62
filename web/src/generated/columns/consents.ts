// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  version: 40,
} as const;

export const words = {
  document: ['terms', 'privacy'],
  method: ['sign_up', 'settings'],
} as const;
