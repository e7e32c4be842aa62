/** Where the client library keeps its session: `sb-<host>-auth-token`, and pieces of it where it is long. */
const SESSION_KEY = /^sb-.+-auth-token(\.\d+)?$/;

/** What a code in the address is exchanged with (PKCE). */
const VERIFIER_KEY = /^sb-.+-code-verifier/;

/**
 * Whether somebody seems to be signed in at this browser. Public pages look here first, so that visitors never load the
 * client library; only the library knows whether the session still holds.
 */
export function hasStoredSession(): boolean {
  return isStored(SESSION_KEY);
}

/** Whether this browser began a sign-in that ends with a code in the address. */
export function hasStoredVerifier(): boolean {
  return isStored(VERIFIER_KEY);
}

function isStored(key: RegExp): boolean {
  try {
    return Object.keys(localStorage).some((name) => key.test(name));
  } catch {
    // Storage may be forbidden in the browser's settings: then nobody can be signed in.
    return false;
  }
}
