import type { ModuleScreen as Screen } from '@/generated/content';

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  tone?: 'quiet' | 'north';
}

const row = (count: number, bar: (index: number) => Bar): Bar[] =>
  Array.from({ length: count }, (_, index) => bar(index));

const CASH = [34, 46, 40, 58, 52, 70, 64, 82, 76, 60];
const COST = [26, 30, 34, 32, 40, 38, 46, 42, 40, 34];
const cash = (): Bar[] => [
  ...row(CASH.length, (index) => {
    const height = CASH[index] ?? 0;
    return { x: 28 + index * 27, y: 112 - height, width: 16, height, ...(index === 7 ? { tone: 'north' } : {}) };
  }),
  ...row(COST.length, (index) => ({ x: 28 + index * 27, y: 116, width: 16, height: COST[index] ?? 0, tone: 'quiet' })),
];

/** The stages of the funnel, each narrower than the one before. */
const FUNNEL = [264, 208, 150, 104, 62];
const funnel = (): Bar[] =>
  FUNNEL.flatMap((width, index) => [
    { x: 28, y: 34 + index * 28, width, height: 16, ...(index === FUNNEL.length - 1 ? { tone: 'north' } : {}) },
    { x: 28 + width + 6, y: 34 + index * 28, width: Math.max(0, 258 - width), height: 16, tone: 'quiet' },
  ]);

const ORDERS: readonly (readonly [start: number, done: number, rest: number])[] = [
  [28, 96, 22],
  [64, 84, 44],
  [100, 92, 30],
  [124, 44, 72],
  [164, 34, 90],
  [196, 20, 68],
];
const orders = (): Bar[] => [
  ...ORDERS.flatMap(([start, done, rest], index): Bar[] => [
    { x: start, y: 34 + index * 23, width: done, height: 12, ...(index === 2 ? { tone: 'north' } : {}) },
    { x: start + done + 3, y: 34 + index * 23, width: rest, height: 12, tone: 'quiet' },
  ]),
  { x: 208, y: 24, width: 1, height: 148 },
];

const GOALS = [0.72, 0.9, 0.48, 0.64, 0.32];
const people = (): Bar[] =>
  GOALS.flatMap((share, index): Bar[] => {
    const y = 30 + index * 29;
    const full = 176;
    return [
      { x: 28, y, width: 18, height: 18 },
      { x: 56, y: y + 5, width: 46, height: 8, tone: 'quiet' },
      { x: 116, y: y + 5, width: full * share, height: 8, ...(index === 1 ? { tone: 'north' } : {}) },
      { x: 116 + full * share + 3, y: y + 5, width: full * (1 - share) - 3, height: 8, tone: 'quiet' },
    ];
  });

const DRAWINGS: Record<Screen, readonly Bar[]> = {
  finance: cash(),
  sales: funnel(),
  operations: orders(),
  people: people(),
};

/** A schematic picture of a module. */
export function ModuleScreen({ screen }: { screen: Screen }) {
  return (
    <svg viewBox="0 0 320 200" aria-hidden="true" className="block w-full">
      {DRAWINGS[screen].map(({ tone, ...bar }) => (
        <rect
          key={`${bar.x} ${bar.y}`}
          {...bar}
          fill={tone === 'north' ? 'var(--art-north)' : 'currentColor'}
          opacity={tone === 'quiet' ? 0.2 : 1}
        />
      ))}
    </svg>
  );
}
