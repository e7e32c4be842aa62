/**
 * The code of the pages that only the browser renders, by file; of the panel's in admin.ts. Apart from that of the public
 * pages: the list of their files would weigh more than a kilobyte on every first visit.
 */
export const importers: Record<string, () => Promise<unknown>> = import.meta.glob([
  './signed-in/*.tsx',
  '!./signed-in/admin*.tsx',
]);
