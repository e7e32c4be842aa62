/**
 * Matches an address against several patterns. The server's table (crates/pages/src/routes.rs) decides by the same rules,
 * held by the same test cases.
 */

/** The parameters of a pattern in an address. */
export type Params = Readonly<Record<string, string | undefined>>;

const words = (path: string) => path.split('/').filter(Boolean);

/** `/blog/:id` fits `/blog/a%20b` with `{ id: 'a b' }`. Capitals and slashes at the end do not matter. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const asked = words(pattern);
  const given = words(pathname);
  if (asked.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, word] of asked.entries()) {
    const part = given[index] ?? '';
    if (word.startsWith(':')) params[word.slice(1)] = decoded(part);
    else if (word !== part.toLowerCase()) return undefined;
  }
  return params;
}

/** An address may hold anything, broken escapes included. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `/blog/:id` with `{ id: 'a b' }` is `/blog/a%20b`. */
export const fillPath = (pattern: string, params: Params): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** The most literal pattern, where several match. */
export function bestMatch<T extends { path: string }>(
  routes: readonly T[],
  pathname: string,
): { route: T; params: Params } | undefined {
  const openWords = ({ route }: { route: T }) => words(route.path).filter((word) => word.startsWith(':')).length;
  const fitting = routes.flatMap((route) => {
    const params = matchPath(route.path, pathname);
    return params ? [{ route, params }] : [];
  });
  return fitting.sort((one, other) => openWords(one) - openWords(other))[0];
}
