/** Joins class names and drops what is absent. Later names do not override earlier ones: pass layout, not colour. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
