/** Types of the part of `samlp` that the tests use; the package has none. */
declare module 'samlp' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** A request and a response as in Express. */
  export type Asked = IncomingMessage & { query: Record<string, string>; originalUrl: string; protocol: string };
  export type Answered = ServerResponse & { set(name: string, value: string): void; send(body: string): void };
  type Handler = (asked: Asked, answered: Answered, next: (error: unknown) => void) => void;

  interface User {
    id: string;
    emails: { value: string }[];
    displayName: string;
    name: { givenName: string; familyName: string };
  }

  interface Options {
    issuer: string;
    cert: string;
    key: string;
    destination: string;
    recipient: string;
    lifetimeInSeconds: number;
    nameIdentifierFormat: string;
    getUserFromRequest(): User;
    getPostURL(audience: string, request: unknown, asked: unknown, done: (error: null, address: string) => void): void;
  }

  const samlp: {
    auth(options: Options): Handler;
    metadata(options: { issuer: string; cert: string; redirectEndpointPath: string }): Handler;
  };
  export default samlp;
}
