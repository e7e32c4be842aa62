// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  reason: 2000,
  appeal: 2000,
  appeal_reason: 2000,
} as const;

export const words = {
  decision: ['keep', 'hide', 'delete', 'lock', 'picture', 'warn', 'silence', 'ban'],
  hidden_before: ['newcomer', 'words', 'links', 'review', 'fast', 'reports', 'staff'],
  appeal_outcome: ['confirmed', 'overturned'],
} as const;
