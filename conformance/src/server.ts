/**
 * The real server for one test file: its own data folder, its own port, the built binary. Nothing is mocked.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const binary = new URL('../../target/debug/ateneu', import.meta.url).pathname;

export interface Server {
  url: string;
  anonKey: string;
  serviceKey: string;
  /** What a command of the binary prints, run beside the server on the same data. */
  command(...args: string[]): Promise<string>;
  /** Ends the process without warning and starts it again on the same data. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** PostgreSQL address; SQLite in the data folder when missing. */
  databaseUrl?: string;
  environment?: Record<string, string>;
  arguments?: string[];
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts the binary and resolves when it says that it listens. */
async function launch(args: string[], environment: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(binary, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server stopped with ${code}:\n${complaints}`)));
    if (!child.stdout) throw new Error('no output');
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('listening on')) resolve();
    });
  });
  return child;
}

/** A fresh server with empty data. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const data = await mkdtemp(join(tmpdir(), 'ateneu-conformance-'));
  const port = await freePort();
  const environment = {
    PATH: process.env.PATH,
    ATENEU_LISTEN: `127.0.0.1:${port}`,
    ATENEU_DATA: data,
    ATENEU_LOG: 'warn',
    ...(options.databaseUrl ? { ATENEU_DATABASE_URL: options.databaseUrl } : {}),
    ...options.environment,
  };
  const args = ['serve', ...(options.arguments ?? [])];
  let child = await launch(args, environment);
  const { stdout } = await run(binary, ['keys'], { env: environment });
  const keys = JSON.parse(stdout) as { anon: string; service_role: string };

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.removeAllListeners('exit');
    child.kill(signal);
    await once(child, 'exit');
  }

  return {
    url: `http://127.0.0.1:${port}`,
    anonKey: keys.anon,
    serviceKey: keys.service_role,
    async command(...args) {
      return (await run(binary, args, { env: environment })).stdout;
    },
    async killAndRestart() {
      await end('SIGKILL');
      child = await launch(args, environment);
    },
    async stop() {
      await end('SIGTERM');
      await rm(data, { recursive: true, force: true });
    },
  };
}
