/** React as named exports: a chunk then calls `useState()` itself instead of through the bundler's wrapper of a CommonJS module. */
import type { Plugin } from 'vite';

/** Names that our code and the query library import: one that is missing fails the build, and one too many is sent to everybody. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
  react: [
    ...[
      'Component',
      'Fragment',
      'StrictMode',
      'Suspense',
      'cloneElement',
      'createContext',
      'createElement',
      'lazy',
      'memo',
    ],
    ...[
      'startTransition',
      'use',
      'useCallback',
      'useContext',
      'useDeferredValue',
      'useEffect',
      'useEffectEvent',
      'useId',
    ],
    ...[
      'useImperativeHandle',
      'useLayoutEffect',
      'useMemo',
      'useRef',
      'useState',
      'useSyncExternalStore',
      'useTransition',
    ],
  ],
};

/** Other libraries look names up at run time, so they get the module itself. */
const IMPORTERS = /\/web\/src\/|\/@tanstack\/react-query\//;
const PREFIX = '\0react-exports:';

export const reactExports: Plugin = {
  name: 'react-exports',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react(\/jsx-runtime)?$/ },
    handler: (id, importer) => (importer && IMPORTERS.test(importer) ? PREFIX + id : null),
  },
  load: {
    filter: { id: /^\0react-exports:/ },
    handler(id) {
      const from = id.slice(PREFIX.length);
      const lines = (NAMES[from] ?? []).map((name) => `export const ${name} = react.${name};`);
      return `import react from ${JSON.stringify(from)};\n${lines.join('\n')}`;
    },
  },
};
