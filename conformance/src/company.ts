/** A company as identity provider: `samlp`, with the key of the tests of `crates/auth`. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import samlp, { type Answered, type Asked } from 'samlp';
import { close, listen } from './http.ts';

const issuer = 'urn:empresa:entrada';

export interface Company {
  environment: Record<string, string>;
  /** Accepts the server at this origin as its client. */
  serve(origin: string): void;
  stop(): Promise<void>;
}

/** Starts the identity provider. Ana Lima, its only user, is always signed in. */
export async function company(): Promise<Company> {
  const keys = new URL('../../crates/auth/tests/it/keys/', import.meta.url);
  const [cert, key] = await Promise.all([
    readFile(new URL('empresa.cert.pem', keys), 'utf8'),
    readFile(new URL('empresa.key.pem', keys), 'utf8'),
  ]);
  const describe = samlp.metadata({ issuer, cert, redirectEndpointPath: '/entrar' });
  let origin = '';
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://empresa.test');
    const asked: Asked = Object.assign(request, {
      query: Object.fromEntries(url.searchParams),
      originalUrl: request.url ?? '/',
      protocol: 'http',
    });
    const answered: Answered = Object.assign(response, {
      set: (name: string, value: string) => void response.setHeader(name, value),
      send: (body: string) => void response.end(body),
    });
    const failed = (error: unknown) => void response.writeHead(500).end(String(error));
    if (url.pathname === '/descricao') return describe(asked, answered, failed);
    const acs = `${origin}/auth/v1/sso/saml/acs`;
    samlp.auth({
      issuer,
      cert,
      key,
      destination: acs,
      recipient: acs,
      lifetimeInSeconds: 300,
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      getUserFromRequest: () => ({
        id: 'ana-1180',
        emails: [{ value: 'ana@empresa.test' }],
        displayName: 'Ana Lima',
        name: { givenName: 'Ana', familyName: 'Lima' },
      }),
      getPostURL: (_audience, _request, _asked, done) => done(null, acs),
    })(asked, answered, failed);
  });
  const description = await fetch(`${await listen(http)}/descricao`);
  return {
    environment: {
      ATENEU_SAML_COMPANIES: 'empresa',
      ATENEU_SAML_EMPRESA_DOMAINS: 'empresa.test',
      ATENEU_SAML_EMPRESA_METADATA: await description.text(),
      ATENEU_SAML_EMPRESA_NAME_ATTRIBUTE: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
    },
    serve(address) {
      origin = address;
    },
    stop: () => close(http),
  };
}
