/** Where the client library keeps its session: `sb-<host>-auth-token`, and pieces of it where it is long. */
const SESSION_KEY = /^sb-.+-auth-token(\.\d+)?$/;

/**
 * Whether somebody seems to be signed in at this browser. Public pages look here first, so that visitors never load the
 * client library; only the library knows whether the session still holds.
 */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => SESSION_KEY.test(key));
  } catch {
    // Storage may be forbidden in the browser's settings: then nobody can be signed in.
    return false;
  }
}
