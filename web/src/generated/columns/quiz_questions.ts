// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  prompt: 2000,
  explanation: 2000,
} as const;

export const words = {
  kind: ['single', 'multiple', 'boolean', 'text'],
} as const;
