// Written by `cargo xtask gen` from the declared table. Do not edit.

export const limits = {
  title: 200,
  body: 200000,
  file_url: 2000,
} as const;
