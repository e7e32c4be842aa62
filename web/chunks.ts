/**
 * The files in which the scripts of the site travel. What every page needs is one file: many small ones compress worse and cost
 * a request each.
 */
import type { Plugin, Rolldown } from 'vite';

/**
 * The chunk of modules by the beginning of their path, in a folder that `/` ends or of a file that `.` ends. They are in it if
 * so many of certain pages import them.
 */
type Row = readonly [chunk: string, least: number, ...paths: readonly string[]];

/** Rows that count the same pages; a module is in the chunk of the first one that fits. */
interface Group {
  pages: RegExp;
  rows: readonly Row[];
}

const PUBLIC = /\/src\/routes\/public\//;
const MEMBERS = /\/src\/routes\/signed-in\/(members|learning)/;
const FEEDS = /\/src\/routes\/signed-in\/members-(community|forum)/;

/** Pages that only a secret link leads to, as large as they may be, and those that consist of what their neighbours do. */
const UNWEIGHED =
  /\/src\/routes\/public\/(review|newsletter-preferences|content-documents|content-links|letters?)\.tsx/;

const icons = (...names: string[]) => names.map((name) => `lucide-react/dist/esm/icons/${name}.`);
const query = (...names: string[]) =>
  names.map((name) => `@tanstack/${/^[u]|Options$/.test(name) ? 'react-query' : 'query-core'}/build/modern/${name}.`);

/** The groups in their order: each takes along what its modules import, but for what those before it have. */
const GROUPS: readonly Group[] = [
  // Modules that the page itself requests; all else comes after the first paint.
  {
    pages: PUBLIC,
    rows: [['entry', 0, 'src/entry-client.', 'src/early-interactions.', 'vite/preload-helper']],
  },
  // Public pages: each chunk has as many as need it, so that a page fetches few files and little that it does not use. Icons
  // come through one module, so who imports them is not known.
  {
    pages: PUBLIC,
    rows: [
      [
        'contents',
        0,
        ...['src/lib/search-text.', 'src/lib/web-host.', 'src/entities/content-kind.', 'src/widgets/highlight.'],
        'src/generated/columns/contents.',
      ],
      ['base', 0, 'src/app/', 'src/lib/start/', 'src/ui/start/'],
      [
        'base',
        0,
        ...icons(
          'check',
          'eye',
          'eye-off',
          'lock',
          'mail',
          'menu',
          'message-circle',
          'play',
          'plus',
          'user-round',
          'x',
        ),
        ...query('infiniteQueryOptions'),
      ],
      [
        'type-page',
        0,
        ...['src/routes/public/content-', 'src/routes/public/letters.', 'src/features/publishing/lists/type-page.'],
        'src/features/publishing/lists/media-cards.',
      ],
      ['base', 7, 'src/ui/', 'src/routes/', 'src/widgets/'],
      ['base', 9, 'src/entities/', 'src/lib/', 'src/features/'],
      ['course-parts', 0, 'src/entities/course/', 'src/features/courses/queries.', 'src/features/courses/text.'],
      [
        'sign-in',
        0,
        ...['src/entities/auth-settings.', 'src/features/accounts/sign-in/text.'],
        ...['src/features/accounts/destination.', 'src/features/accounts/own-flow.'],
      ],
      ['plan-choice', 0, 'src/entities/plan/', 'src/features/membership/plans/text.'],
      ['contents', 0, 'src/ui/player/audio-player.', 'src/ui/player/use-near.'],
      ['contents', 6, 'src/generated/', 'src/entities/', 'src/features/publishing/'],
      ['player', 0, 'src/ui/player/controls/'],
      ['reading', 0, 'src/ui/player/', 'src/ui/reading/'],
      [
        'growing',
        0,
        ...query('infiniteQueryObserver', 'useInfiniteQuery'),
        ...['src/widgets/load-more.', ...icons('search')],
      ],
      ['changing', 0, ...query('useMutation', 'mutationObserver'), 'src/ui/input-field.'],
      ['lists', 4, 'src/features/publishing/', 'src/widgets/'],
      ['search', 0, 'src/widgets/search-box.'],
      ['reading', 0, ...['src/features/publishing/reading/', 'src/entities/external/'], ...icons('file-down', 'link')],
    ],
  },
  { pages: PUBLIC, rows: [['backend', 0, 'src/lib/backend.']] },
  // The two editors share it; each brings much else.
  { pages: PUBLIC, rows: [['markdown', 0, 'markdown-it/']] },
  // The members' area: what nearly all of its pages have in common, and the two feeds. What shows a post in either list would be
  // a request more by itself, with its icons, and more for a lesson.
  { pages: MEMBERS, rows: [['members', 14, 'src/']] },
  {
    pages: FEEDS,
    rows: [
      ['community', 0, 'src/features/community/feed/post-card.', 'src/features/community/feed/topic-row.'],
      ['community', 2, 'src/'],
    ],
  },
  { pages: PUBLIC, rows: [['use-action', 0, 'src/widgets/use-action.']] },
];

/** Returns the number of certain pages that import a module, themselves or through others. */
function pagesWith(id: string, pages: RegExp, context: Rolldown.ChunkingContext, seen = new Set<string>()): number {
  if (seen.has(id) || UNWEIGHED.test(id)) return 0;
  seen.add(id);
  if (pages.test(id)) return 1;
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return importers.reduce((sum, importer) => sum + pagesWith(importer, pages, context, seen), 0);
}

/** The paths that a module has matched, by row. */
const matched = new Map<Row, Set<string>>();

function chunkOf(id: string, { pages, rows }: Group, context: Rolldown.ChunkingContext): string | null {
  // Modules of the tools have no path.
  const name = id.replace('\0', '/');
  for (const row of rows) {
    const [chunk, least, ...paths] = row;
    const path = paths.find((path) => name.includes(`/${path}`));
    if (path === undefined || (least > 0 && pagesWith(id, pages, context) < least)) continue;
    matched.set(row, (matched.get(row) ?? new Set()).add(path));
    return chunk;
  }
  return null;
}

export const chunkGroups = GROUPS.map((group, index) => ({
  name: (id: string, context: Rolldown.ChunkingContext) => chunkOf(id, group, context),
  priority: GROUPS.length - index,
}));

/** Fails the build where a row names what no module has, or what an earlier row takes. */
export const checkRows: Plugin = {
  name: 'check-rows',
  apply: 'build',
  generateBundle() {
    const idle = GROUPS.flatMap(({ rows }) => rows).flatMap((row) => {
      const [chunk, , ...paths] = row;
      return paths.filter((path) => !matched.get(row)?.has(path)).map((path) => `${chunk}: ${path}`);
    });
    if (idle.length > 0) this.error(`chunks.ts: no module matches\n${idle.join('\n')}`);
  },
};
