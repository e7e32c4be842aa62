/** Ports for servers under test, here and in the browser tests. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Message of the server about a port that another process took since it was free. */
const TAKEN = 'Address already in use';

/** Runs the start of a server with a free port, and again with another one where it was taken meanwhile. */
export async function withFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!(error instanceof Error && error.message.includes(TAKEN))) throw error;
    }
  }
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
