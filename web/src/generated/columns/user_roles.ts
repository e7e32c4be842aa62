// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  role: ['admin', 'moderator', 'editor', 'publisher'],
} as const;
