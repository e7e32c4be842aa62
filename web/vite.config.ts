import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CUT_FONTS, cutFonts } from './cut-fonts.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Only the legacy half of react-dom/server goes into the server bundle: `renderToString` needs no streams, no MessageChannel
// and 100 KB less. The file is not in the package's `exports`, so look at this line again when React is upgraded.
const legacyServerRenderer = {
  find: /^react-dom\/server\.legacy$/,
  replacement: at('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
};

/**
 * Packs once, as tightly as brotli can, what otherwise the server would pack at every start and with less effort: 7 % less
 * for every visitor. The server finds `name.br` beside `name`.
 */
const packed: Plugin = {
  name: 'packed',
  apply: (_, { command, isSsrBuild, mode }) => command === 'build' && !isSsrBuild && mode !== 'development',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(m?js|css|svg)$/.test(name));
    const pack = async (name: string) =>
      writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(await readFile(join(dir, name))));
    await Promise.all(names.map(pack));
  },
};

/** What the page itself asks for: all else comes after the first paint. */
const ENTRY = /\/src\/(entry-client|early-interactions)\.ts|vite\/preload-helper|rolldown\/runtime/;

/** What every public page needs. The layout pulls most of it in; the rest would otherwise fall into small shared files. */
const BASE =
  /node_modules\/(react|react-dom|scheduler|@tanstack(?!.*(infiniteQueryObserver|useInfiniteQuery|mutationObserver|useMutation)))\/|\/src\/(app\/|routes\/content-page|widgets\/public-form\/(definition|use-public-form)|lib\/(analytics|client-config|cx|email|page-announcer|query-string|route-match|router)\.|entities\/(head|site|share-card|structured-data)\.|features\/newsletter\/(newsletter|text)|ui\/(back-link|badge|button|error-notice|input|link|needle-art|needle-field|page-state|section|skeleton|spinner|toast)\.)|lucide-react\/dist\/esm\/icons\/(arrow-left|check|lock|play|plus)\./;

/** What an article, the lists and the hub of contents share; dialogs come when they are asked for. */
const CONTENTS =
  /\/src\/(features\/publishing\/(article\/related|cards\/(content-|highlight)|lists\/feed-link|queries|structured-data|text)|entities\/(content-(cover|kind)|picture)|lib\/picture-sources|ui\/(chip|empty|player\/external-source)\.)/;

/** What the lists that go on have in common. */
const LISTS = /\/src\/(features\/publishing\/list-queries|widgets\/load-more)|useInfiniteQuery|infiniteQueryObserver/;

/** The search as one types travels with its icon: by itself each would be one more file of the blog. */
const SEARCH = /\/src\/features\/publishing\/search-box\.|lucide-react\/dist\/esm\/icons\/search\./;

/** What the page of an article and that of an exclusive content are both made of. */
const READING =
  /\/src\/(features\/publishing\/(article-outline|rich-text)|ui\/player\/(audio-player|video-player|external-player|use-near))\.|lucide-react\/dist\/esm\/icons\/(file-down|link)\./;

/** The controls of both players, fetched when one comes near. */
const PLAYER = /\/src\/ui\/player\/(audio-controls|video-controls|controls|use-media|position)\./;

/** Built twice: the browser's client (with a manifest) and one server module without imports for the embedded engine. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [cutFonts, react(), tailwindcss(), packed],
  resolve: {
    alias: [
      { find: /^@\//, replacement: at('src/') },
      { find: /^@cut-fonts/, replacement: CUT_FONTS },
      legacyServerRenderer,
    ],
  },
  ssr: { target: 'webworker', noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
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
            // What every page needs travels as one file: many small ones compress worse and cost a request each.
            codeSplitting: {
              groups: [
                { name: 'entry', test: ENTRY, priority: 3 },
                { name: 'base', test: BASE, priority: 2 },
                { name: 'contents', test: CONTENTS, priority: 1, minShareCount: 3 },
                { name: 'lists', test: LISTS, priority: 1 },
                { name: 'search', test: SEARCH, priority: 1 },
                { name: 'reading', test: READING, priority: 1 },
                { name: 'player', test: PLAYER, priority: 1 },
              ],
            },
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
}));
