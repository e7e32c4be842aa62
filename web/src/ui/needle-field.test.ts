import { describe, expect, test } from 'vitest';
import { needleField } from './needle-field';
import { FIELD_NAMES } from './needle-names';

const options = { seed: 'a', width: 300, height: 200, step: 50 } as const;

test('the nine subjects have a field each', () => {
  expect(FIELD_NAMES).toHaveLength(9);
});

describe.each(FIELD_NAMES)('%s', (field) => {
  test('the same seed draws the same art', () => {
    expect(needleField({ ...options, field })).toEqual(needleField({ ...options, field }));
  });

  test('exactly one needle points north', () => {
    const { front, north } = needleField({ ...options, field });
    expect(north.match(/M/g)).toHaveLength(1);
    expect(front.match(/M/g)).toHaveLength(6 * 4 - 1);
  });

  test('every number is drawable', () => {
    for (const glyph of ['needle', 'wedge', 'wave', 'bar', 'pin', 'half'] as const) {
      expect(Object.values(needleField({ ...options, field, glyph })).join('')).not.toMatch(/NaN|Infinity|undefined/);
    }
  });
});
