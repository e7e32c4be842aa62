/**
 * The letters every page is set in, cut out of the whole faces: a first visit fetches 10 KB less, and whoever writes a rarer
 * letter gets the whole face for it. Which letters those are is said where they are used, in styles/fonts.css.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where the cut faces are; `@core-fonts` in the style sheet. */
export const CORE_FONTS = at('node_modules/.core-fonts');

/** What each is cut out of. */
const WHOLE = {
  'stix-two-text': at('node_modules/@fontsource-variable/stix-two-text/files/stix-two-text-latin-wght-normal.woff2'),
  'instrument-sans': at(
    'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  ),
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
    const cut = async ([name, whole]: [string, string]) => {
      const range = new RegExp(`@core-fonts/${name}\\.woff2[^}]*unicode-range:([^;]*);`).exec(styles)?.[1];
      if (!range) throw new Error(`styles/fonts.css does not say which letters of ${name} are its core`);
      const face = await subsetFont(await readFile(whole), letters(range), { targetFormat: 'woff2' });
      await writeFile(`${CORE_FONTS}/${name}.woff2`, face);
    };
    await Promise.all(Object.entries(WHOLE).map(cut));
  },
};
