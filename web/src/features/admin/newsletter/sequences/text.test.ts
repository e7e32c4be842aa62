import { describe, expect, test } from 'vitest';
import { delayText, reasonsText, sum } from './text';

describe('the words of sequences', () => {
  test.each([
    [0, 'Na hora'],
    [1, 'Depois de 1 hora'],
    [24, 'Depois de 1 dia'],
    [192, 'Depois de 8 dias'],
  ])('a delay of %i hours is written in days where it can be', (hours, text) => {
    expect(delayText(hours)).toBe(text);
  });

  test('counts are listed with their reasons', () => {
    const counts = [
      { reason: 'overdue', count: 2 },
      { reason: 'came_back', count: 1 },
    ] as const;
    expect(reasonsText(counts)).toBe('2 passou da hora, 1 voltou ao site');
    expect(sum(counts)).toBe(3);
  });
});
