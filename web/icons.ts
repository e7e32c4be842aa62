/** The icons of lucide-react as the built site needs them: only their shapes, shown by a component of its own. */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Names, sizes and keys, by which the library's component makes class names and tells shapes apart, and a read without use. */
const UNREAD = /\bname: "[^"]*",|\bsize: 24,|,\s*aliases: \[[^\]]*\]|,\s*key: "[^"]*"|^__iconData\.node;$/gm;

export const slimIcons: Plugin = {
  name: 'slim-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /\/createLucideIcon\.mjs$/ },
    handler: () => fileURLToPath(new URL('src/ui/icon.ts', import.meta.url)),
  },
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: code.replace(UNREAD, ''), map: null }),
  },
};
