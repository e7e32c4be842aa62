// Written by `cargo xtask gen` from crates/analytics. Do not edit.

/** Category and labels of every click that is counted. */
export interface Clicks {
  hero: 'solucoes' | 'sobre' | 'conversa';
}

/** Goals of a visit. */
export type Goal = 'newsletter' | 'contact' | 'account';

/** The groups of sources of visits. */
export type SourceKind =
  | 'direct'
  | 'search'
  | 'social'
  | 'newsletter'
  | 'campaign'
  | 'site'
  | 'other';
