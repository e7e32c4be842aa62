// Written by `cargo xtask gen` from the declared table. Do not edit.

export const words = {
  email_period: ['5min', 'hora', '3h', '6h', '12h', 'dia', 'semana', 'nunca'],
  summary_period: ['dia', 'semana', 'mes', 'nunca'],
} as const;
