import { expect, test } from 'vitest';
import { percentOf, rateOf, rateText, restText, type Sample, sentOf, withSample } from './speed';

const counts = {
  recipients: 8,
  waiting: 2,
  sending: 1,
  delivered: 2,
  failed: 1,
  uncertain: 1,
  skipped: 1,
  unsubscribed: 0,
  bounced: 0,
  complaints: 0,
};

test('recipients are done once they wait no longer', () => {
  expect(percentOf(counts)).toBe(62);
  expect(percentOf({ ...counts, recipients: 0 })).toBe(0);
  expect(percentOf({ ...counts, waiting: 0, sending: 0 })).toBe(100);
  expect(sentOf(counts)).toBe(4);
});

test('the rate is that of the last half minute', () => {
  const seen = (all: Sample[]) => all.reduce<readonly Sample[]>((samples, sample) => withSample(samples, sample), []);
  expect(rateOf([])).toBeUndefined();
  expect(rateOf(seen([{ at: 0, sent: 0 }]))).toBeUndefined();
  expect(
    rateOf(
      seen([
        { at: 0, sent: 0 },
        { at: 1_000, sent: 50 },
      ]),
    ),
  ).toBeUndefined();
  expect(
    rateOf(
      seen([
        { at: 0, sent: 0 },
        { at: 5_000, sent: 50 },
      ]),
    ),
  ).toBe(10);
  expect(
    rateOf(
      seen([
        { at: 0, sent: 0 },
        { at: 10_000, sent: 900 },
        { at: 40_000, sent: 900 },
      ]),
    ),
  ).toBe(0);
});

test('emails sent again begin a new measure', () => {
  expect(withSample([{ at: 0, sent: 9 }], { at: 1_000, sent: 4 })).toEqual([{ at: 1_000, sent: 4 }]);
});

test('rate and rest time read as people say them', () => {
  expect([38.4, 1, 0.2, 0.001].map(rateText)).toEqual([
    '38 por segundo',
    '1 por segundo',
    '12 por minuto',
    '1 por minuto',
  ]);
  expect([20, 60, 600, 7_200, 200_000].map(restText)).toEqual([
    'menos de 1 minuto',
    'cerca de 1 minuto',
    'cerca de 10 minutos',
    'cerca de 2 horas',
    'cerca de 2 dias',
  ]);
});
