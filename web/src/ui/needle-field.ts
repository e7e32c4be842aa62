/**
 * The generative art of the visual system: a field of compass needles that turns according to the subject, with exactly
 * one needle in vermilion. Pure functions: the same seed always draws the same art.
 */

import { seeded } from '@/lib/fnv1a';
import type { FieldName, GlyphName } from './needle-names';

const TURN = Math.PI * 2;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
const tenth = (value: number) => Math.round(value * 10) / 10;
const toHalf = (value: number) => Math.round(value * 2) / 2;

function smooth(value: number): number {
  const t = Math.min(1, Math.max(0, value));
  return t * t * (3 - 2 * t);
}

/** The parameters of one piece; lengths are in units of its height. */
interface Pole {
  x: number;
  y: number;
  ratio: number;
  phase: number;
  parity: number;
}

type Field = (x: number, y: number, pole: Pole, column: number, row: number) => number;

const FIELDS: Record<FieldName, Field> = {
  converge: (x, y, pole) => Math.atan2(pole.y - y, pole.x - x),
  horizon: (x, y, pole) => radians(-86 + 86 * smooth((x / pole.ratio) * 1.1 - 0.05 + (y - 0.5) * 0.25)),
  rise: (x, _y, pole) => -Math.atan(0.15 + 2.6 * (x / pole.ratio) ** 2.2),
  weave: (_x, _y, pole, column, row) => ((column + row + pole.parity) % 2 ? 0 : -Math.PI / 2),
  pairs: (_x, y, pole, column) => (column % 2 ? Math.PI : 0) + radians(-34) * Math.cos(y * 3.2 + pole.phase),
  cadence: (x, y, pole) => radians(68) * Math.sin(x * 4.6 + y * 1.9 + pole.phase),
  orbit: (x, y, pole) => Math.atan2(y - pole.y, x - pole.x) + Math.PI / 2,
  dipole: (x, y, pole) => {
    const reach = 0.23 * pole.ratio;
    const pull = (poleX: number, poleY: number, sign: number) => {
      const dx = x - poleX;
      const dy = y - poleY;
      const strength = sign / ((dx * dx + dy * dy) ** 1.1 + 0.01);
      return [dx * strength, dy * strength] as const;
    };
    const [awayX, awayY] = pull(pole.x - reach, 1 - pole.y, 1);
    const [towardX, towardY] = pull(pole.x + reach, pole.y, -1);
    return Math.atan2(awayY + towardY, awayX + towardX);
  },
  axes: (x, y, pole) => Math.round(Math.atan2(y - pole.y, x - pole.x) / (TURN / 8)) * (TURN / 8),
  /** Random directions: for missing pages only. */
  scatter: (x, y) => TURN * seeded(`${x} ${y}`)(),
};

/** One mark at the centre of a cell: two paths in two tones. `reach` varies a wave's height over the piece. */
type Glyph = (cx: number, cy: number, cos: number, sin: number, length: number, reach: number) => [string, string];

/** A second coordinate needs no blank before its minus. */
const after = (value: number) => (value < 0 ? `${value}` : ` ${value}`);

/** Corners are rounded to half a unit and relative to the one before, to save bytes before the first paint. */
function polygon(cx: number, cy: number, cos: number, sin: number, points: [number, number][]): string {
  const corners = points.map(([x, y]) => [toHalf(cx + x * cos - y * sin), toHalf(cy + x * sin + y * cos)] as const);
  const steps = corners.map(([x, y], index) => {
    const [fromX, fromY] = corners[index - 1] ?? [0, 0];
    return `${index ? 'l' : 'M'}${x - fromX}${after(y - fromY)}`;
  });
  return `${steps.join('')}z`;
}

const GLYPHS: Record<GlyphName, Glyph> = {
  needle: (cx, cy, cos, sin, length) => {
    const tip = length / 2;
    const waist = length * 0.085;
    return [
      polygon(cx, cy, cos, sin, [
        [tip, 0],
        [0, waist],
        [0, -waist],
      ]),
      polygon(cx, cy, cos, sin, [
        [-tip, 0],
        [0, -waist],
        [0, waist],
      ]),
    ];
  },
  wedge: (cx, cy, cos, sin, length) => [
    polygon(cx, cy, cos, sin, [
      [length * 0.46, 0],
      [-length * 0.3, length * 0.24],
      [-length * 0.3, -length * 0.24],
    ]),
    '',
  ],
  wave: (cx, cy, _cos, sin, length, reach) => {
    const height = length * (0.16 + 0.34 * Math.abs(sin)) * reach;
    const thin = length * 0.055;
    const bars = [-0.3, -0.1, 0.1, 0.3].map((offset, index) => {
      const rise = height * (index % 2 ? 1 : 0.55);
      return `M${tenth(cx + offset * length - thin)} ${tenth(cy - rise)}h${tenth(2 * thin)}v${tenth(2 * rise)}h${tenth(-2 * thin)}Z`;
    });
    return [bars.join(''), ''];
  },
  bar: (cx, cy, cos, sin, length) => {
    const long = length * 0.44;
    const thin = length * 0.07;
    return [
      polygon(cx, cy, cos, sin, [
        [long, thin],
        [-long, thin],
        [-long, -thin],
        [long, -thin],
      ]),
      '',
    ];
  },
  pin: (cx, cy, cos, sin, length) => {
    const head = tenth(length * 0.13);
    const neck = length * 0.34;
    const thin = length * 0.022;
    const x = cx + cos * neck;
    const y = cy + sin * neck;
    return [
      `M${tenth(x - length * 0.13)} ${tenth(y)}a${head} ${head} 0 1 0 ${tenth(length * 0.26)} 0a${head} ${head} 0 1 0 ${tenth(-length * 0.26)} 0Z`,
      polygon(cx, cy, cos, sin, [
        [neck, thin],
        [-length * 0.46, thin],
        [-length * 0.46, -thin],
        [neck, -thin],
      ]),
    ];
  },
  half: (cx, cy, cos, sin, length) => {
    const r = length * 0.42;
    return [
      `M${tenth(cx - sin * r)} ${tenth(cy + cos * r)}A${tenth(r)} ${tenth(r)} 0 0 0 ${tenth(cx + sin * r)} ${tenth(cy - cos * r)}Z`,
      '',
    ];
  },
};

export interface NeedleFieldOptions {
  field: FieldName;
  glyph?: GlyphName;
  seed: string;
  width: number;
  height: number;
  step: number;
}

/** Path data in two tones, for all marks and for the one that points north. */
export interface NeedleFieldPaths {
  front: string;
  back: string;
  north: string;
  northBack: string;
}

export function needleField({
  field,
  glyph = 'needle',
  seed,
  width,
  height,
  step,
}: NeedleFieldOptions): NeedleFieldPaths {
  const random = seeded(seed + field);
  const ratio = width / height;
  const columns = Math.max(3, Math.round(width / step));
  const rows = Math.max(2, Math.round(height / step));
  const cellWidth = width / columns;
  const cellHeight = height / rows;
  const length = Math.min(cellWidth, cellHeight) * 0.86 * (glyph === 'needle' || glyph === 'pin' ? 1.12 : 1);
  const pole: Pole = {
    x: ratio * (0.56 + random() * 0.26),
    y: 0.22 + random() * 0.46,
    ratio,
    phase: random() * TURN,
    parity: Math.floor(random() * 9),
  };
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const cx = (column + 0.5) * cellWidth;
    const cy = (row + 0.5) * cellHeight;
    return { column, row, cx, cy, x: cx / height, y: cy / height };
  });
  const distances = cells.map((cell) => Math.hypot(cell.x - pole.x, cell.y - pole.y));
  const northIndex = distances.indexOf(Math.min(...distances));

  const paths: NeedleFieldPaths = { front: '', back: '', north: '', northBack: '' };
  cells.forEach(({ column, row, cx, cy, x, y }, index) => {
    const north = index === northIndex;
    const angle = north && glyph === 'needle' ? -Math.PI / 2 : FIELDS[field](x, y, pole, column, row);
    const reach = 0.55 + 0.45 * Math.abs(Math.sin(x * 5.1 + y * 2.3 + pole.phase));
    const [front, back] = GLYPHS[glyph](cx, cy, Math.cos(angle), Math.sin(angle), length, reach);
    if (north) {
      paths.north = front;
      paths.northBack = back;
    } else {
      paths.front += front;
      paths.back += back;
    }
  });
  return paths;
}

/** The paths as the content of an `svg`, in the current colour and the vermilion of the plate's tone. */
export function drawNeedles(options: NeedleFieldOptions): string {
  const { front, back, north, northBack } = needleField(options);
  return [
    back && `<path d="${back}" fill="currentColor" opacity=".32"/>`,
    `<path d="${front}" fill="currentColor"/>`,
    northBack && `<path d="${northBack}" fill="var(--art-north)" opacity=".45"/>`,
    `<path d="${north}" fill="var(--art-north)"/>`,
  ].join('');
}
