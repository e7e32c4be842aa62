/** FNV-1a of a text. Not for secrets. */
export function fnv1a(text: string): number {
  let state = 2166136261;
  for (const character of text) {
    state ^= character.codePointAt(0) ?? 0;
    state = Math.imul(state, 16777619);
  }
  return state;
}
