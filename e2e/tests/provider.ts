/** A sign-in provider: `oidc-provider` with its own login and consent forms. */
import { createServer, type RequestListener } from 'node:http';
import type { Page } from '@playwright/test';
import Provider from 'oidc-provider';
import { close, listen } from '../../conformance/src/http.ts';

const client = { id: 'ateneu', secret: 'segredo-de-teste' };

export interface TestProvider {
  /** The configuration of a server that offers it as Google. */
  settings: Record<string, string>;
  /** Accepts the server at this origin as its client. */
  serve(origin: string): void;
  stop(): Promise<void>;
}

/** Any name signs in with any password; the address of `nome` is `nome@exemplo.com.br`, of `ana@x.br` that one. */
export async function startProvider(): Promise<TestProvider> {
  let handle: RequestListener = (_, response) => response.writeHead(503).end();
  const http = createServer((request, response) => handle(request, response));
  const issuer = await listen(http);
  return {
    settings: {
      ATENEU_OIDC_GOOGLE_ISSUER: issuer,
      ATENEU_OIDC_GOOGLE_CLIENT_ID: client.id,
      ATENEU_OIDC_GOOGLE_CLIENT_SECRET: client.secret,
    },
    serve(origin) {
      const provider = new Provider(issuer, {
        clients: [
          { client_id: client.id, client_secret: client.secret, redirect_uris: [`${origin}/auth/v1/callback`] },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        cookies: { keys: ['so-para-testes'] },
        findAccount: (_, id) => ({
          accountId: id,
          claims: () => ({
            sub: id,
            email: id.includes('@') ? id : `${id}@exemplo.com.br`,
            email_verified: !id.startsWith('sem-prova'),
            name: `Pessoa ${id}`,
          }),
        }),
      });
      handle = provider.callback();
    },
    stop: () => close(http),
  };
}

/** Signs in at the provider, which then asks for consent. A browser that is signed in there is not asked again. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('qualquer');
  await page.locator('button[type="submit"]').click();
}

export async function consent(page: Page): Promise<void> {
  await page.locator('form:has(input[name="prompt"][value="consent"]) button[type="submit"]').click();
}

/** Refuses instead. */
export async function refuse(page: Page): Promise<void> {
  await page.getByRole('link', { name: /cancel/i }).click();
}
