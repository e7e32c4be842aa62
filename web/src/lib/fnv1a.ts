/** FNV-1a over the characters of a text: a short number that changes when the text does. Not for secrets. */
export function fnv1a(text: string): number {
  let state = 2166136261;
  for (const character of text) {
    state ^= character.codePointAt(0) ?? 0;
    state = Math.imul(state, 16777619);
  }
  return state;
}
