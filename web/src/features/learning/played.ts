/** Parts of a recording in seconds, as they were really played. */

export type Part = readonly [from: number, to: number];

/** Parts closer than this belong together. */
const TOUCHING_SECONDS = 0.5;

/** The parts in order, none touching another. */
export function mergeParts(parts: readonly Part[]): readonly Part[] {
  const merged: [number, number][] = [];
  for (const [from, to] of parts.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1] + TOUCHING_SECONDS) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Between two looks at a playing recording it moves by no more, at the highest speed. */
const MAX_STEP_SECONDS = 5;

/** Follows a recording: what was played in one piece grows with each look, a jump begins the next. */
export class Follower {
  private parts: Part[] = [];
  private from: number | undefined;
  private last = 0;

  look(position: number, isPlaying: boolean): void {
    const step = position - this.last;
    const isContinued = this.from !== undefined && step >= 0 && step <= MAX_STEP_SECONDS;
    if (!isContinued) this.end();
    if (this.from === undefined && isPlaying) this.from = position;
    this.last = position;
    if (!isPlaying) this.end();
  }

  /** A jump: what was played before it is over. */
  jump(position: number): void {
    this.end();
    this.last = position;
  }

  private end(): void {
    if (this.from !== undefined && this.last > this.from) this.parts.push([this.from, this.last]);
    this.from = undefined;
  }

  /** Returns the parts that were played since the last call. */
  take(): readonly Part[] {
    const playing = this.from === undefined ? undefined : this.last;
    this.end();
    this.from = playing;
    const parts = mergeParts(this.parts);
    this.parts = [];
    return parts;
  }
}
