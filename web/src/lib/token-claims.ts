/** What an access token says of its person. Read, not verified: only the server can do that. */
export interface TokenClaims {
  sub?: string | undefined;
  email?: string | undefined;
}

/** The claims; none where the text is no token. */
export function claimsOf(token: string): TokenClaims {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const { sub, email } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
    return { sub: text(sub), email: text(email) };
  } catch {
    return {};
  }
}
