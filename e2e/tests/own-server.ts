/** A server of a test's own, with empty data or the demo's: for what would be felt by the other tests of the project's server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** `settings`: of its environment. */
export async function startServer(
  settings: Record<string, string> = {},
  { demo = false } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'ateneu-e2e-own-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const words = ['serve', ...(demo ? ['--demo'] : []), '--listen', new URL(url).host, '--data', data];
  const child = spawn(process.env.ATENEU_E2E_BINARY ?? '', words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ATENEU_LOG: 'error', ATENEU_PUBLIC_URL: url, ...settings },
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
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(data, { recursive: true, force: true });
    },
  };
}
