import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown } from 'vite';
import { defineConfig } from 'vitest/config';
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

/** Modules that the page itself requests; all else comes after the first paint. */
const ENTRY = /\/src\/(entry-client|early-interactions)\.ts|vite\/preload-helper|rolldown\/runtime/;

/** A page that only a secret link leads to, as large as it may be, and two that consist of what their neighbours do. */
const UNWEIGHED = /\/src\/routes\/public\/(review|content-documents|content-links)\.tsx/;

/** Returns the number of certain pages that import a module, themselves or through others. */
function pagesWith(id: string, pages: RegExp, context: Rolldown.ChunkingContext, seen = new Set<string>()): number {
  if (seen.has(id) || UNWEIGHED.test(id)) return 0;
  seen.add(id);
  if (pages.test(id)) return 1;
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.reduce((sum, importer) => sum + pagesWith(importer, pages, context, seen), 0);
}

/** Number of pages of the members' area from which on a module counts as common to nearly all. */
const COMMON = 14;

const PUBLIC = /\/src\/routes\/public\//;
const MEMBERS = /\/src\/routes\/signed-in\/(members|learning)/;
const FEEDS = /\/src\/routes\/signed-in\/members-(community|forum)/;

/**
 * The chunk of the modules in a folder that at least so many public pages import: each as many as need it, so that a page
 * fetches few files and little that it does not use. Icons come through one module, so who imports them is not known.
 */
const SHARED: readonly [folder: RegExp, pages: number, chunk: string][] = [
  [
    /\/src\/(lib\/(search-text|web-host)|entities\/content-kind|widgets\/highlight|generated\/columns\/contents)\./,
    0,
    'contents',
  ],
  [
    /\/src\/(app\/|lib\/(code|initials|kept-text)\.|ui\/(empty|late-part))|\/lucide-react\/.*\/(check|eye|eye-off|lock|mail|menu|message-circle|play|plus|user-round|x)\.|infiniteQueryOptions/,
    0,
    'base',
  ],
  [/\/src\/(routes\/public\/content-|features\/publishing\/lists\/(type-page|media-cards))/, 0, 'type-page'],
  [/\/src\/(ui|routes|widgets)\//, 7, 'base'],
  [/\/src\/(entities|lib|features)\//, 9, 'base'],
  [
    /\/src\/(entities\/(course|course-cover|lesson-kind-icon)\.|features\/courses\/(queries|text)\.)/,
    0,
    'course-parts',
  ],
  [/\/src\/(entities\/auth-settings|features\/accounts\/(sign-in\/text|destination|own-flow))\./, 0, 'sign-in'],
  [/\/src\/(entities\/plan-(choice|period)|features\/membership\/plans\/text)/, 0, 'plan-choice'],
  [/\/src\/ui\/player\/(audio-player|use-near)/, 0, 'contents'],
  [/\/src\/ui\/missing/, 0, 'reading'],
  [/\/src\/ui\/chip/, 0, 'contents'],
  [/\/src\/(generated|entities|lib|features\/publishing)\//, 6, 'contents'],
  [/\/src\/ui\/(?!player\/)/, 5, 'contents'],
  [/infiniteQueryObserver|useInfiniteQuery|\/src\/widgets\/load-more|\/lucide-react\/.*\/search\./, 0, 'growing'],
  [/useMutation|mutationObserver|\/src\/ui\/input-field\./, 0, 'changing'],
  [/\/src\/(features\/publishing|widgets)\//, 4, 'lists'],
  [/\/src\/widgets\/search-box/, 0, 'search'],
  [/\/src\/ui\/player\/controls\//, 0, 'player'],
  [
    /\/src\/(ui\/player|features\/publishing\/reading)\/|\/entities\/(external-source|embeds)\.|\/lucide-react\/.*\/(file-down|link)\./,
    0,
    'reading',
  ],
];

function sharedChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const found = SHARED.find(([folder, pages]) => folder.test(id) && pagesWith(id, PUBLIC, context) >= pages);
  return found?.[2] ?? null;
}

/** The chunk of what at least so many of certain pages import. */
const usedBy =
  (pages: RegExp, least: number, chunk: string) =>
  (id: string, context: Rolldown.ChunkingContext): string | null =>
    id.includes('/src/') && pagesWith(id, pages, context) >= least ? chunk : null;

/** Modules that show a post in either list: by itself, with its icons, each would be a request more, and more for a lesson. */
const ROWS = /\/community\/feed\/(post-card|topic-row)\.tsx/;

const feedChunk = (id: string, context: Rolldown.ChunkingContext): string | null =>
  ROWS.test(id) ? 'community' : usedBy(FEEDS, 2, 'community')(id, context);

/** Built twice: the browser's client (with a manifest) and one server module without imports for the embedded engine. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [cutFonts, emojiData, slimIcons, reactExports, react(), tailwindcss(), packed],
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
            // What every page needs travels as one file: many small ones compress worse and cost a request each.
            codeSplitting: {
              groups: [
                { name: 'entry', test: ENTRY, priority: 6 },
                { name: sharedChunk, priority: 5 },
                { name: 'backend', test: /\/src\/lib\/backend\./, priority: 4 },
                // The members' area: what its pages have in common, and the two feeds. A group takes along what its modules
                // import, but for what those before it have.
                { name: usedBy(MEMBERS, COMMON, 'members'), priority: 2 },
                { name: feedChunk, priority: 1 },
                { name: 'use-action', test: /\/src\/widgets\/use-action\./, priority: 0 },
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
  // Test files share the modules of their worker: loading them for each took four fifths of the time.
  test: { isolate: false, unstubGlobals: true, restoreMocks: true },
}));
