// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  email: 254,
  consent_source: 200,
} as const;
