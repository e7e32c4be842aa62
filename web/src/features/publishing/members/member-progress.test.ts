import { expect, test } from 'vitest';
import { merged, placeAt } from './member-progress';
import type { Progress } from './member-queries';

const NOW = '2026-11-21T12:00:00Z';
const progress = (rest: Partial<Progress>): Progress => ({
  content_id: 'a',
  position: 0,
  progress: 0,
  completed_at: null,
  updated_at: '2026-11-20T12:00:00Z',
  ...rest,
});

test('progress is a share of the whole, nearly done is done', () => {
  expect(placeAt(30.7, 60)).toEqual({ position: 30, progress: 51, completed: false });
  expect(placeAt(57, 60)).toEqual({ position: 57, progress: 95, completed: true });
  expect(placeAt(70, 60).progress).toBe(100);
  expect(placeAt(10, Number.NaN)).toEqual({ position: 10, progress: 0, completed: false });
});

test('a finished content stays finished when opened again', () => {
  const finished = merged(undefined, placeAt(58, 60), NOW);
  expect(finished).toMatchObject({ progress: 100, completed_at: NOW });
  const again = merged(progress({ ...finished }), placeAt(6, 60), '2026-11-22T12:00:00Z');
  expect(again).toMatchObject({ position: 6, progress: 100, completed_at: NOW });
  expect(merged(progress({ progress: 80 }), placeAt(6, 60), NOW)).toMatchObject({ progress: 10, completed_at: null });
});
