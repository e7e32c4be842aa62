// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  code: 14,
  title: 200,
  holder_name: 120,
  revoked_reason: 500,
} as const;

export const words = {
  kind: ['course', 'programme'],
} as const;
