/**
 * Every suite runs twice: on SQLite and, where a server is configured, on PostgreSQL, each time on a fresh server with an
 * empty database. The databases are migrated once per run (prepare.ts) and copied for each server.
 */
import { randomBytes } from 'node:crypto';
import { after, before, describe } from 'node:test';
import { Client } from 'pg';
import { type Server, type ServerOptions, startServer } from './server.ts';

export const postgres = process.env.ATENEU_TEST_POSTGRES;

/** The prepared data of one kind of database. */
export interface Prepared {
  data: string;
  /** The PostgreSQL database that each server gets a copy of. */
  database?: string;
  /** The keys that the copies share. */
  keys: Server['keys'];
}

/** The environment variable with what prepare.ts has prepared. */
export const PREPARED = 'ATENEU_CONFORMANCE_PREPARED';

export type Databases = { SQLite: Prepared; PostgreSQL?: Prepared };

export async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function addressOf(database: string): string {
  if (!postgres) throw new Error('set ATENEU_TEST_POSTGRES, or run `cargo xtask test conformance`');
  const address = new URL(postgres);
  address.pathname = `/${database}`;
  return address.href;
}

export const newName = () => `ateneu_${randomBytes(6).toString('hex')}`;

/**
 * Declares the same tests for both databases; `server()` is the running server inside them, `kind` the database's name. `environment` is called before
 * each start, when the servers it names are running.
 */
export function onEachDatabase(
  name: string,
  declare: (server: () => Server, kind: string) => void,
  environment: () => Promise<ServerOptions['environment']> = async () => ({}),
): void {
  const { [PREPARED]: prepared } = process.env;
  if (!prepared) throw new Error('run `npm test` here, or `cargo xtask test conformance`');
  const databases = JSON.parse(prepared) as Databases;
  for (const [kind, { data, database, keys }] of Object.entries(databases)) {
    describe(`${name} on ${kind}`, () => {
      let server: Server | undefined;
      const copy = newName();
      before(async () => {
        if (database) await administer(`CREATE DATABASE ${copy} TEMPLATE ${database}`);
        const databaseUrl = database && addressOf(copy);
        server = await startServer({ data, keys, databaseUrl, environment: await environment() });
      });
      after(async () => {
        await server?.stop();
        if (database) await administer(`DROP DATABASE IF EXISTS ${copy} WITH (FORCE)`);
      });
      declare(() => {
        if (!server) throw new Error('the server did not start');
        return server;
      }, kind);
    });
  }
}
