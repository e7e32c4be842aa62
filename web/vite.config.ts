import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { CUT_FONTS, cutFonts } from './cut-fonts.ts';
import { EMOJI_URL, emojiData } from './emoji-data.ts';

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
  apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(m?js|css|svg)$|^assets\/.*\.json$/.test(name));
    const pack = async (name: string) =>
      writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(await readFile(join(dir, name))));
    await Promise.all(names.map(pack));
  },
};

/** What the page itself asks for: all else comes after the first paint. */
const ENTRY = /\/src\/(entry-client|early-interactions)\.ts|vite\/preload-helper|rolldown\/runtime/;

/** A page that only a secret link leads to, as large as it may be. */
const UNWEIGHED = '/src/routes/public/review.tsx';

/** How many public pages import a module, themselves or through others. */
function publicPages(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): number {
  if (seen.has(id) || id.endsWith(UNWEIGHED)) return 0;
  seen.add(id);
  if (id.includes('/src/routes/public/')) return 1;
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.reduce((sum, importer) => sum + publicPages(importer, context, seen), 0);
}

/**
 * The chunk of the modules in a folder that at least so many public pages import: each as many as need it, so that a page
 * fetches few files and little that it does not use. Icons come through one module, so who imports them is not known.
 */
const SHARED: readonly [folder: RegExp, pages: number, chunk: string][] = [
  // Each of these would be a request of its own on every page of the members' area.
  [
    /\/lucide-react\/.*\/(arrow-up|heart|hourglass|lock-open|message-square|pen-line|shield-check|users)\./,
    0,
    'member-icons',
  ],
  [/\/src\/(app\/|lib\/code\.)|\/lucide-react\/.*\/(check|lock|play|plus)\.|infiniteQueryOptions/, 0, 'base'],
  [/\/src\/(routes\/public\/content-|features\/publishing\/lists\/(type-page|media-cards))/, 0, 'type-page'],
  [/\/src\/(ui|routes|widgets)\//, 7, 'base'],
  [/\/src\/(entities|lib|features)\//, 9, 'base'],
  [
    /\/src\/(entities\/(course|course-cover|lesson-kind-icon)\.|features\/courses\/(queries|text)\.)/,
    0,
    'course-parts',
  ],
  [/\/src\/ui\/chip/, 0, 'contents'],
  [/\/src\/(generated|entities|lib|features\/publishing)\//, 6, 'contents'],
  [/\/src\/ui\/(?!player\/)/, 5, 'contents'],
  [/\/src\/(features\/publishing|widgets)\//, 4, 'lists'],
  [/infiniteQueryObserver|useInfiniteQuery/, 0, 'lists'],
  [/\/src\/widgets\/search-box|\/lucide-react\/.*\/search\./, 0, 'search'],
  [/\/src\/ui\/player\/controls\//, 0, 'player'],
  [/\/src\/ui\/(player\/(audio-player|use-near)|missing)/, 0, 'contents'],
  [
    /\/src\/(ui\/player|features\/publishing\/reading)\/|\/publishing\/external-source|\/lucide-react\/.*\/(file-down|link)\./,
    0,
    'reading',
  ],
];

function sharedChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const found = SHARED.find(([folder, pages]) => folder.test(id) && publicPages(id, context) >= pages);
  return found?.[2] ?? null;
}

/** Built twice: the browser's client (with a manifest) and one server module without imports for the embedded engine. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [cutFonts, emojiData, react(), tailwindcss(), packed],
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
                { name: 'entry', test: ENTRY, priority: 3 },
                { name: sharedChunk, priority: 2 },
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
