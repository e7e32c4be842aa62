/**
 * Migrates one empty database of each kind, PostgreSQL only where a server is configured, before the test files run, and
 * removes both after them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, administer, type Databases, newName, PREPARED, type Prepared, postgres } from './databases.ts';
import { prepareData } from './server.ts';

const database = newName();
let folder = '';

export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'ateneu-conformance-'));
  const prepare = async (data: string, database?: string): Promise<Prepared> => {
    const keys = await prepareData(data, database && addressOf(database));
    return { data, keys, ...(database && { database }) };
  };
  const databases: Databases = { SQLite: await prepare(join(folder, 'sqlite')) };
  if (postgres) {
    await administer(`CREATE DATABASE ${database}`);
    databases.PostgreSQL = await prepare(join(folder, 'postgresql'), database);
  } else console.log('PostgreSQL is left out: ATENEU_TEST_POSTGRES is not set');
  process.env[PREPARED] = JSON.stringify(databases);
}

export async function globalTeardown(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  if (postgres) await administer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
}
