import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { checkRows, chunkGroups } from './chunks.ts';
import { CUT_FONTS, cutFonts } from './cut-fonts.ts';
import { EMOJI_URL, emojiData } from './emoji-data.ts';
import { slimIcons } from './icons.ts';
import { reactExports } from './react-exports.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Only the legacy half of react-dom/server goes into the server bundle: `renderToString` needs no streams, no MessageChannel
// and 100 KB less. The file is not in the package's `exports`, so look at this line again when React is upgraded.
const legacyServerRenderer = {
  find: /^react-dom\/server\.legacy$/,
  replacement: at('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
};

/** Blocks larger than the default: brotli then takes the largest script, which every page loads, for one. */
const BROTLI = { params: { [constants.BROTLI_PARAM_LGBLOCK]: 20 } };

/**
 * Packs once, as tightly as brotli can, what otherwise the server would pack at every start and with less effort: 7 % less
 * for every visitor. The server finds `name.br` beside `name`.
 */
const packed: Plugin = {
  name: 'packed',
  apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(m?js|css|svg|json)$/.test(name));
    const pack = async (name: string) =>
      writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(await readFile(join(dir, name)), BROTLI));
    await Promise.all(names.map(pack));
  },
};

/** Built twice: the browser's client (with a manifest) and one server module without imports for the embedded engine. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    cutFonts,
    emojiData,
    slimIcons,
    reactExports,
    react(),
    tailwindcss(),
    packed,
    ...(isSsrBuild ? [] : [checkRows]),
  ],
  resolve: {
    alias: [
      { find: /^@\//, replacement: at('src/') },
      { find: /^@cut-fonts/, replacement: CUT_FONTS },
      legacyServerRenderer,
    ],
  },
  ssr: { target: 'webworker', noExternal: true },
  define: {
    'import.meta.env.EMOJI_URL': JSON.stringify(EMOJI_URL),
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        copyPublicDir: false,
        minify: true,
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: '[name].js' } },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        minify: mode !== 'development',
        // The content security policy allows no data: fonts or scripts, so nothing is inlined.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // The list of what every page's code imports would weigh 2 KB on each first visit. A page is fetched when a link to
          // it is approached, so that its imports come a step later is not felt; the server names those of the first.
          resolveDependencies: (_, names, { hostType }) =>
            hostType === 'js' ? names.filter((name) => name.endsWith('.css')) : names,
        },
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
  // `npm run dev` beside a running `cargo xtask run`: everything that is not the front end goes to the server.
  server: {
    proxy: Object.fromEntries(
      ['/auth/v1', '/rest/v1', '/storage/v1', '/functions/v1', '/content', '/config.json', '/rss.xml'].map((path) => [
        path,
        'http://127.0.0.1:8080',
      ]),
    ),
  },
  // Test files share the modules of their worker: loading them for each took four fifths of the time.
  test: { isolate: false, unstubGlobals: true, restoreMocks: true },
}));
