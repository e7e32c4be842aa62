/** Servers under test: the built binary on a copy of data that is prepared once (global-setup.ts). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const binary = process.env.ATENEU_BINARY ?? new URL('../../target/debug/ateneu', import.meta.url).pathname;

/** The environment variable with the folder of prepared data. */
const TEMPLATE = 'ATENEU_E2E_TEMPLATE';

export interface Server {
  url: string;
  data: string;
  /** The service key. */
  serviceKey: string;
  /** Runs a command of the binary beside the server on the same data; returns its output. */
  command(...args: string[]): string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  environment?: Record<string, string>;
  /** Its initial data: the demo's, or none. */
  content?: 'demo' | 'empty';
}

/** A free port below those of outgoing connections, which could take it before the server does. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** What the server says of a port that somebody else took since it was free. */
const TAKEN = 'Address already in use';

/** Starts the binary on a folder and resolves when it listens; on another port where the first was taken meanwhile. */
async function launch(data: string, options: ServerOptions): ReturnType<typeof launchAt> {
  for (;;) {
    try {
      return await launchAt(await freePort(), data, options);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(TAKEN))) throw error;
    }
  }
}

async function launchAt(port: number, data: string, { environment, content = 'empty' }: ServerOptions) {
  const url = `http://127.0.0.1:${port}`;
  const mode = content === 'demo' ? ['--demo'] : [];
  const child = spawn(binary, ['serve', ...mode, '--listen', new URL(url).host, '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The browser sets the forwarded address, as a proxy would (fixtures.ts).
    env: { ...process.env, ATENEU_LOG: 'error', ATENEU_PUBLIC_URL: url, ATENEU_TRUSTED_PROXIES: '1', ...environment },
  });
  let complaints = '';
  const collect = (chunk: Buffer) => {
    complaints += chunk.toString();
  };
  child.stderr.on('data', collect);
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`the server stopped with ${code}:\n${complaints}`)));
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('listening on')) resolve();
    });
  });
  child.stderr.off('data', collect).pipe(process.stderr);
  return {
    url,
    async stop() {
      child.removeAllListeners('close');
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * Prepares the demo's and an empty database once, which every other server copies; returns a function that removes both.
 */
export async function prepareData(): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), 'ateneu-e2e-template-'));
  process.env[TEMPLATE] = template;
  for (const content of ['demo', 'empty'] as const) {
    // SIGTERM lets the server write its database into the one file that is copied.
    await (await launch(join(template, content), { content })).stop();
  }
  return () => rm(template, { recursive: true, force: true });
}

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { [TEMPLATE]: template = '' } = process.env;
  const data = await mkdtemp(join(tmpdir(), 'ateneu-e2e-'));
  await cp(join(template, options.content ?? 'empty'), data, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const { url, stop } = await launch(data, options);
  const command = (...args: string[]) =>
    execFileSync(binary, [...args, '--data', data], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const { service_role } = JSON.parse(command('keys')) as { service_role: string };
  return {
    url,
    data,
    serviceKey: service_role,
    command,
    async stop() {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
