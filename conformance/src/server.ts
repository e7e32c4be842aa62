/** The real server for one test file: its own data folder, its own port, the built binary. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { withFreePort } from './free-port.ts';

const run = promisify(execFile);
const binary = process.env.ATENEU_BINARY ?? new URL('../../target/debug/ateneu', import.meta.url).pathname;

export interface Server {
  url: string;
  keys: Keys;
  /** Runs a command of the binary beside the server on the same data; returns its output. */
  command(...args: string[]): Promise<string>;
  /** Kills the process and starts it again on the same data. */
  killAndRestart(): Promise<void>;
  /** Starts another node on the same database; only PostgreSQL has several. */
  anotherNode?: () => Promise<Server>;
  stop(): Promise<void>;
}

interface Keys {
  anon: string;
  service_role: string;
}

export interface ServerOptions {
  /** The prepared folder that its data is copied from. */
  data: string;
  /** The keys in the prepared database. */
  keys: Keys;
  /** PostgreSQL address; SQLite in the data folder when missing. */
  databaseUrl?: string | undefined;
  environment?: Record<string, string> | undefined;
}

/** Starts the binary and resolves when it listens. */
async function launch(args: string[], environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(binary, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server stopped with ${code}:\n${complaints}`)));
    if (!child.stdout) throw new Error('no output');
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('listening on')) resolve();
    });
  });
  return child;
}

const environmentOf = (data: string, port: number, databaseUrl?: string) => ({
  PATH: process.env.PATH,
  ATENEU_LISTEN: `127.0.0.1:${port}`,
  ATENEU_DATA: data,
  ATENEU_LOG: 'warn',
  // A debug build beside other tests is slow.
  ...(databaseUrl ? { ATENEU_DATABASE_URL: databaseUrl, ATENEU_DATABASE_TIME_FACTOR: '20' } : {}),
});

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.removeAllListeners('close');
  child.kill(signal);
  await once(child, 'exit');
}

/** Lets a server migrate an empty database and stop; returns the keys that it generated. */
export async function prepareData(data: string, databaseUrl?: string): Promise<Keys> {
  const { child, environment } = await withFreePort(async (port) => {
    const environment = environmentOf(data, port, databaseUrl);
    return { environment, child: await launch(['serve'], environment) };
  });
  const { stdout } = await run(binary, ['keys'], { env: environment });
  // SIGTERM lets it write its database into the files that are copied.
  await endProcess(child, 'SIGTERM');
  return JSON.parse(stdout) as Keys;
}

/** A fresh server on a copy of prepared data. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { keys } = options;
  const data = await mkdtemp(join(tmpdir(), 'ateneu-conformance-'));
  await cp(options.data, data, { recursive: true });
  const started = await withFreePort(async (port) => {
    const environment = { ...environmentOf(data, port, options.databaseUrl), ...options.environment };
    return { port, environment, child: await launch(['serve'], environment) };
  });
  const { port, environment } = started;
  let { child } = started;

  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    async command(...args) {
      return (await run(binary, args, { env: environment })).stdout;
    },
    async killAndRestart() {
      await endProcess(child, 'SIGKILL');
      child = await launch(['serve'], environment);
    },
    ...(options.databaseUrl && {
      // Tokens name the site's address as their issuer.
      anotherNode: () =>
        startServer({
          ...options,
          environment: { ...options.environment, ATENEU_PUBLIC_URL: `http://127.0.0.1:${port}` },
        }),
    }),
    async stop() {
      await endProcess(child, 'SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
  };
}
