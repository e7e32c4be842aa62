/**
 * Every suite runs twice: on SQLite and on PostgreSQL, each time on a fresh server with empty data.
 */
import { randomBytes } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { Client } from 'pg';
import { type Server, type ServerOptions, startServer } from './server.ts';

const postgres = process.env.ATENEU_TEST_POSTGRES;

async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Declares the same tests for both databases; `server()` is the running server inside them. `environment` is asked
 * before each start, when what the server shall know of is running.
 */
export function onEachDatabase(
  name: string,
  declare: (server: () => Server) => void,
  environment: () => Promise<ServerOptions['environment']> = async () => ({}),
): void {
  if (!postgres) throw new Error('set ATENEU_TEST_POSTGRES, or run `cargo xtask test conformance`');
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    describe(`${name} on ${database}`, () => {
      let server: Server | undefined;
      const scratch = `ateneu_${randomBytes(6).toString('hex')}`;
      before(async () => {
        if (database === 'SQLite') {
          server = await startServer({ environment: await environment() });
          return;
        }
        await administer(`CREATE DATABASE ${scratch}`);
        const address = new URL(postgres);
        address.pathname = `/${scratch}`;
        server = await startServer({ databaseUrl: address.href, environment: await environment() });
      });
      after(async () => {
        await server?.stop();
        if (database === 'PostgreSQL') await administer(`DROP DATABASE IF EXISTS ${scratch} WITH (FORCE)`);
      });
      declare(() => {
        if (!server) throw new Error('the server did not start');
        return server;
      });
    });
  }
}
