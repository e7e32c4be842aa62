/** Servers under test: the built binary on a copy of data that is prepared once (global-setup.ts). */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { withFreePort } from '../../conformance/src/free-port.ts';

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
  /** Initial data of the server: the demo's, or none. */
  content?: 'demo' | 'empty';
}

/** Starts the binary on a folder and resolves when it listens; on another port where the first was taken meanwhile. */
const launch = (data: string, options: ServerOptions) => withFreePort((port) => launchAt(port, data, options));

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
  const prepare = async (content: 'demo' | 'empty') => {
    // SIGTERM lets the server write its database into the one file that is copied.
    await (await launch(join(template, content), { content })).stop();
  };
  await Promise.all([prepare('demo'), prepare('empty')]);
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
