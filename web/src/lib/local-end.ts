/**
 * The requests of the client library. A session comes with its end by this machine's clock, by which the library judges it:
 * where that is hours ahead, every request would renew a session that has just begun.
 */
export const fetchWithLocalEnd: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  return response.ok && pathname.startsWith('/auth/v1/') ? withLocalEnd(response) : response;
};

async function withLocalEnd(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const { status, statusText, headers } = response;
  return new Response(text && withEnd(text), { status, statusText, headers });
}

function withEnd(text: string): string {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null || !('expires_at' in answer)) return text;
  const { expires_in: seconds } = answer as { expires_in?: unknown };
  if (typeof seconds !== 'number') return text;
  return JSON.stringify({ ...answer, expires_at: Math.floor(Date.now() / 1000) + seconds });
}
