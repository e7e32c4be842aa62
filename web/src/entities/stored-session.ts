/** Key under which the client library keeps its session: `sb-<host>-auth-token`, and pieces of it if it is long. */
const SESSION_KEY = /^sb-.+-auth-token(\.\d+)?$/;

/** The verifier that is exchanged with a code in the address (PKCE). */
const VERIFIER_KEY = /^sb-.+-code-verifier/;

/**
 * Returns `true` if this browser has a stored session. Public pages check it first, so that visitors never load the
 * client library; only the library knows whether it is valid.
 */
export function hasStoredSession(): boolean {
  return isStored(SESSION_KEY);
}

/** Returns `true` if this browser began a sign-in that ends with a code in the address. */
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
