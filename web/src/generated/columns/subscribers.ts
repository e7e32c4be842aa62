// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  plan: ['update', 'scale', 'professional'],
  period: ['month', 'year'],
  status: ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused', 'courtesy', 'unknown'],
  closed_because: ['refunded', 'disputed', 'unpaid'],
} as const;
