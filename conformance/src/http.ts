/** HTTP servers on a free port of this machine. */
import { once } from 'node:events';
import type { Server } from 'node:http';

/** Listens, unless it does already; returns its origin. */
export async function listen(http: Server): Promise<string> {
  if (!http.listening) await once(http.listen(0, '127.0.0.1'), 'listening');
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Closes it and its open connections. */
export async function close(http: Server): Promise<void> {
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
}
