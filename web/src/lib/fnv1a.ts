/** FNV-1a of a text. Not for secrets. */
export function fnv1a(text: string): number {
  let state = 2166136261;
  for (const character of text) {
    state ^= character.codePointAt(0) ?? 0;
    state = Math.imul(state, 16777619);
  }
  return state;
}

/** A deterministic random source: FNV-1a over the text, then mulberry32. Returns numbers from 0 to 1. */
export function seeded(text: string): () => number {
  let state = fnv1a(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
