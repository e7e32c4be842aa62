/**
 * Sign-in providers for tests: `oidc-provider`, which validates everything and asks for consent, and `oauth2-mock-server`,
 * which claims what the test sets. And a headless browser between them and the server.
 */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { OAuth2Server } from 'oauth2-mock-server';
import Provider from 'oidc-provider';
import { close, listen } from './http.ts';

const client = { id: 'ateneu', secret: 'segredo-de-teste' };

/** The server's configuration of a provider. */
export function settings(name: string, issuer: string): Record<string, string> {
  const key = `ATENEU_OIDC_${name.toUpperCase()}`;
  return { [`${key}_ISSUER`]: issuer, [`${key}_CLIENT_ID`]: client.id, [`${key}_CLIENT_SECRET`]: client.secret };
}

export interface StrictProvider {
  issuer: string;
  /** Accepts the server at this origin as its client. */
  serve(origin: string): void;
  stop(): Promise<void>;
}

/** `oidc-provider`: any name signs in with any password; the address of `nome` is `nome@exemplo.com.br`. */
export async function strictProvider(): Promise<StrictProvider> {
  let handle: RequestListener = (_, response) => response.writeHead(503).end();
  const http = createServer((request, response) => handle(request, response));
  const issuer = await listen(http);
  let served = '';
  return {
    issuer,
    serve(origin) {
      if (origin === served) return;
      served = origin;
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uris: [`${origin}/auth/v1/callback`],
            grant_types: ['authorization_code', 'refresh_token'],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
        cookies: { keys: ['so-para-testes'] },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => ({
            sub: id,
            email: `${id}@exemplo.com.br`,
            email_verified: !id.startsWith('sem-prova'),
            name: `Pessoa ${id}`,
            picture: `https://fotos.exemplo/${id}.png`,
          }),
        }),
      });
      handle = provider.callback();
    },
    stop: () => close(http),
  };
}

/** `oauth2-mock-server`, whose tokens a test may change. */
export async function pliantProvider(): Promise<OAuth2Server> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  return server;
}

/** A headless browser: keeps cookies, follows redirects, fills in the forms of `oidc-provider`. */
export class Walker {
  readonly #cookies = new Map<string, string>();
  readonly #login: string;

  constructor(login: string) {
    this.#login = login;
  }

  /** `fetch` with the browser's cookies, for clients that share them. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) {
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const answer = await fetch(input, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  };

  /** Continues until a page of the server is reached; returns its address. */
  async walk(start: string, origin: string): Promise<URL> {
    let answer = await this.fetch(start, { redirect: 'manual' });
    let place = new URL(start);
    for (let steps = 0; steps < 20; steps += 1) {
      const location = answer.headers.get('location');
      if (location !== null) {
        place = new URL(location, place);
        if (place.origin === origin && !place.pathname.startsWith('/auth/v1/')) return place;
        answer = await this.fetch(place, { redirect: 'manual' });
        continue;
      }
      const page = await answer.text();
      const prompt = page.match(/name="prompt" value="(\w+)"/)?.[1];
      const action = page.match(/action="([^"]+)"/)?.[1];
      assert.ok(prompt && action, `${answer.status} ${place}: ${page.slice(0, 400)}`);
      const body = new URLSearchParams({ prompt, login: this.#login, password: 'qualquer' });
      place = new URL(action, place);
      answer = await this.fetch(place, { method: 'POST', body, redirect: 'manual' });
    }
    throw new Error(`no end after ${place}`);
  }
}
