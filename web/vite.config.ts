import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Only the legacy half of react-dom/server goes into the server bundle: `renderToString` needs no streams, no MessageChannel
// and 100 KB less. The file is not in the package's `exports`, so look at this line again when React is upgraded.
const legacyServerRenderer = {
  find: /^react-dom\/server\.legacy$/,
  replacement: at('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
};

/** Built twice: the browser's client (with a manifest) and one server module without imports for the embedded engine. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss()],
  resolve: { alias: [{ find: /^@\//, replacement: at('src/') }, legacyServerRenderer] },
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
        modulePreload: { polyfill: false },
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
