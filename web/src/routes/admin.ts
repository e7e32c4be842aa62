/** The code of the panel's pages, by file. */
export const importers: Record<string, () => Promise<unknown>> = import.meta.glob('./signed-in/admin*.tsx');
