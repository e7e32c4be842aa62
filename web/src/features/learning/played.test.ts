import { describe, expect, it } from 'vitest';
import { Follower, mergeParts } from './played';

describe('mergeParts', () => {
  it('joins parts that overlap or touch', () => {
    expect(
      mergeParts([
        [50, 60],
        [0, 10],
        [9, 20],
        [20.3, 22],
      ]),
    ).toEqual([
      [0, 22],
      [50, 60],
    ]);
  });
});

describe('Follower', () => {
  it('grows while playing and starts anew after a jump', () => {
    const follower = new Follower();
    for (const second of [0, 1, 2, 3]) follower.look(second, true);
    follower.jump(40);
    for (const second of [40, 41, 42]) follower.look(second, true);
    expect(follower.take()).toEqual([
      [0, 3],
      [40, 42],
    ]);
  });

  it('counts no part for a dragged position', () => {
    const follower = new Follower();
    follower.look(0, true);
    follower.look(90, true);
    expect(follower.take()).toEqual([]);
  });

  it('continues after it was asked', () => {
    const follower = new Follower();
    for (const second of [0, 1, 2]) follower.look(second, true);
    expect(follower.take()).toEqual([[0, 2]]);
    follower.look(3, true);
    follower.look(3, false);
    expect(follower.take()).toEqual([[2, 3]]);
    expect(follower.take()).toEqual([]);
  });
});
