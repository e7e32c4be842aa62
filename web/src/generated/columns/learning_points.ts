// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  reason: ['lesson', 'quiz', 'course', 'answer'],
} as const;
