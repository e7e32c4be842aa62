/** The names of fields and glyphs (needle-field.ts), apart from the code that draws them. */

/** The nine fields of categories. */
export const FIELD_NAMES = [
  'converge',
  'horizon',
  'rise',
  'weave',
  'pairs',
  'cadence',
  'orbit',
  'dipole',
  'axes',
] as const;

/** `scatter` is for missing pages only. */
export type FieldName = (typeof FIELD_NAMES)[number] | 'scatter';
export type GlyphName = 'needle' | 'wedge' | 'wave' | 'bar' | 'pin' | 'half';
