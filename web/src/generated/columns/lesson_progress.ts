// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  completed_by: ['played', 'read', 'quiz', 'button'],
} as const;
