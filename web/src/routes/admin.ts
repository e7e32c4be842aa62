/** The code of the panel's pages, by file. */
export const list: Record<string, () => Promise<unknown>> = import.meta.glob('./signed-in/admin*.tsx');
