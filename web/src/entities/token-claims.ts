/** The claims of an access token. Not verified: only the server can do that. */
export interface TokenClaims {
  sub?: string | undefined;
  email?: string | undefined;
}

export function claimsOf(token: string): TokenClaims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const { sub, email } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
    return { sub: text(sub), email: text(email) };
  } catch {
    return {};
  }
}
