/**
 * The faces the site is set in, each cut in two: the core, with the letters nearly every Portuguese text does with, and the
 * rest, which a browser fetches when a text has one of its letters. A first visit fetches 28 KB less than with whole faces.
 * The style sheet that declares them is written here too, so that what a file holds and what it is fetched for are one.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Folder of the cut faces and their style sheet; `@cut-fonts` in style sheets. With the built files the server draws the
 * share pictures too (crates/pages/src/og_image/fonts.rs knows their names).
 */
export const CUT_FONTS = at('node_modules/.cut-fonts');

const FILES = at('node_modules/@fontsource-variable');

/** All letters of the packages' latin files. */
const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
/** Files of latin-ext, of which nothing is cut: Portuguese needs none. */
const LATIN_EXT =
  'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D9, U+02DD-02FF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113';
/** Characters on the keys and in texts: the letters of Portuguese and Spanish, quotes, dashes, and a few signs. */
const CORE =
  'U+0020-003B, U+003D, U+003F-005B, U+005D, U+005F, U+0061-007A, U+00A0, U+00A7, U+00A9-00AA, U+00B0, U+00B7, U+00BA, U+00C0-00C3, U+00C7, U+00C9-00CA, U+00CD, U+00D1, U+00D3-00D5, U+00D7, U+00DA, U+00DC, U+00E0-00E3, U+00E7, U+00E9-00EA, U+00ED, U+00F1, U+00F3-00F5, U+00FA, U+00FC, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2212';

/** Features that the style sheets use; the faces also place combining marks, and set old-style figures. */
const FEATURES = ['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'lnum', 'pnum', 'tnum'];

interface Face {
  /** Names of the cut files: `name-core.woff2` and `name-rest.woff2`. */
  name: string;
  /** Name in style sheets. */
  family: string;
  /** The package whose file it is cut out of. */
  from: 'stix-two-text' | 'instrument-sans';
  style: 'normal' | 'italic';
  /** The weights it keeps: one, or all from the first to the last. */
  keeps: number | { min: number; max: number };
  /** The weights it is shown for. */
  shown: string;
}

const SERIF = { family: 'STIX Two Text Variable', from: 'stix-two-text' } as const;
const SANS = { family: 'Instrument Sans Variable', from: 'instrument-sans' } as const;

/** The serif is set in 400, and in an article's text also in italic and in 600; the sans in 400, its labels in 550. */
const FACES: readonly Face[] = [
  { ...SERIF, name: 'stix-two-text', style: 'normal', keeps: 400, shown: '400' },
  { ...SERIF, name: 'stix-two-text-strong', style: 'normal', keeps: 600, shown: '600 700' },
  { ...SERIF, name: 'stix-two-text-italic', style: 'italic', keeps: 400, shown: '400' },
  { ...SERIF, name: 'stix-two-text-strong-italic', style: 'italic', keeps: 600, shown: '600 700' },
  { ...SANS, name: 'instrument-sans', style: 'normal', keeps: { min: 400, max: 550 }, shown: '400 550' },
];

/** The numbers of a `unicode-range`'s letters. */
function letters(range: string): number[] {
  return range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .slice(2)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** The `unicode-range` of letters that come in order. */
function rangeOf(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run[1] + 1 === number) run[1] = number;
    else runs.push([number, number]);
  }
  const hex = (number: number) => number.toString(16).toUpperCase();
  return runs.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(',');
}

const isCore = new Set(letters(CORE));
const REST = rangeOf(letters(LATIN).filter((letter) => !isCore.has(letter)));

/** The package's file with one of its alphabets. */
function fileOf({ from, style }: Face, alphabet: 'latin' | 'latin-ext') {
  return `${FILES}/${from}/files/${from}-${alphabet}-wght-${style}.woff2`;
}

async function cut(face: Face, range: string, name: string) {
  const { keeps } = face;
  const options = {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght: typeof keeps === 'number' ? keeps : { ...keeps, default: keeps.min } },
  } as const;
  const text = String.fromCodePoint(...letters(range));
  await writeFile(`${CUT_FONTS}/${name}.woff2`, await subsetFont(await readFile(fileOf(face, 'latin')), text, options));
}

function declaration(face: Face, file: string, range: string) {
  const { family, style, shown } = face;
  return `@font-face{font-family:"${family}";font-style:${style};font-display:swap;font-weight:${shown};src:url("${file}") format("woff2");unicode-range:${range}}`;
}

/** The style sheet. Every part of a face says the same weights, or one would not help another out. */
function styleSheet() {
  const parts = (face: Face) => [
    declaration(face, fileOf(face, 'latin-ext'), LATIN_EXT),
    declaration(face, `${CUT_FONTS}/${face.name}-rest.woff2`, REST),
    declaration(face, `${CUT_FONTS}/${face.name}-core.woff2`, CORE),
  ];
  return FACES.flatMap(parts).join('\n');
}

/** Cuts each face before it is asked for. */
export const cutFonts: Plugin = {
  name: 'cut-fonts',
  async buildStart() {
    await mkdir(CUT_FONTS, { recursive: true });
    await Promise.all([
      writeFile(`${CUT_FONTS}/faces.css`, styleSheet()),
      ...FACES.flatMap((face) => [cut(face, CORE, `${face.name}-core`), cut(face, REST, `${face.name}-rest`)]),
    ]);
  },
};
