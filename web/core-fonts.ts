/**
 * The letters every page is set in, cut out of the whole faces: a first visit fetches 20 KB less, and whoever writes a rarer
 * letter gets the whole face for it. Which letters those are is said where they are used, in styles/fonts.css.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the cut faces are; `@core-fonts` in the style sheet. */
export const CORE_FONTS = at('node_modules/.core-fonts');

const FACES = at('node_modules/@fontsource-variable');
const SERIF = `${FACES}/stix-two-text/files/stix-two-text-latin-wght-normal.woff2`;

/** What each is cut out of, and of its weights the one it keeps; all where none is named. */
const WHOLE: Record<string, { face: string; weight?: number }> = {
  'stix-two-text': { face: SERIF, weight: 400 },
  'stix-two-text-strong': { face: SERIF, weight: 600 },
  'stix-two-text-italic': { face: `${FACES}/stix-two-text/files/stix-two-text-latin-wght-italic.woff2`, weight: 400 },
  'instrument-sans': { face: `${FACES}/instrument-sans/files/instrument-sans-latin-wght-normal.woff2` },
};

/** The letters of a `unicode-range`. */
function letters(range: string): string {
  return range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .slice(2)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}

/** Cuts each face before it is asked for. */
export const coreFonts: Plugin = {
  name: 'core-fonts',
  async buildStart() {
    const styles = await readFile(at('src/styles/fonts.css'), 'utf8');
    await mkdir(CORE_FONTS, { recursive: true });
    const cut = async ([name, { face, weight }]: [string, (typeof WHOLE)[string]]) => {
      const range = new RegExp(`@core-fonts/${name}\\.woff2[^}]*unicode-range:([^;]*);`).exec(styles)?.[1];
      if (!range) throw new Error(`styles/fonts.css does not say which letters of ${name} are its core`);
      const core = await subsetFont(await readFile(face), letters(range), {
        targetFormat: 'woff2',
        ...(weight && { variationAxes: { wght: weight } }),
      });
      await writeFile(`${CORE_FONTS}/${name}.woff2`, core);
    };
    await Promise.all(Object.entries(WHOLE).map(cut));
  },
};
