// Written by `cargo xtask gen` from crates/analytics. Do not edit.

/** Category and labels of every click that is counted. */
export interface Clicks {
  hero: 'solucoes' | 'sobre' | 'conversa';
}
