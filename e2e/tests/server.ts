/** Servers under test: the built binary on a copy of data that was prepared once (global-setup.ts). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const binary = process.env.ATENEU_BINARY ?? new URL('../../target/debug/ateneu', import.meta.url).pathname;

/** The folder of prepared data; the global setup names it to the workers. */
const TEMPLATE = 'ATENEU_E2E_TEMPLATE';

export interface Server {
  url: string;
  /** The folder of its data. */
  data: string;
  /** The key of the owner's own programs. */
  serviceKey: string;
  /** What a command of the binary prints, run beside the server on the same data. */
  command(...args: string[]): string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  environment?: Record<string, string>;
  /** What it starts with: the demo's data, or none. */
  content?: 'demo' | 'empty';
}

/** A free port below those of outgoing connections: none of them takes it before the server does. */
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

/** Starts the binary on a folder and resolves when it listens. */
async function launch(data: string, { environment, content = 'empty' }: ServerOptions) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const mode = content === 'demo' ? ['--demo'] : [];
  const child = spawn(binary, ['serve', ...mode, '--listen', new URL(url).host, '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The browser stands in for the proxy that names a visitor's address (fixtures.ts).
    env: { ...process.env, ATENEU_LOG: 'error', ATENEU_PUBLIC_URL: url, ATENEU_TRUSTED_PROXIES: '1', ...environment },
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server stopped with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('listening on')) resolve();
    });
  });
  return {
    url,
    async stop() {
      child.removeAllListeners('exit');
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Fills the demo and an empty database once, so that every other server starts on a copy; the answer removes both again. */
export async function prepareData(): Promise<() => Promise<void>> {
  const template = await mkdtemp(join(tmpdir(), 'ateneu-e2e-template-'));
  process.env[TEMPLATE] = template;
  for (const content of ['demo', 'empty'] as const) {
    // SIGTERM lets the server write its database into the one file that is copied.
    await (await launch(join(template, content), { content })).stop();
  }
  return () => rm(template, { recursive: true, force: true });
}

/** A server of its own. */
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
