/** The weight of a first visit, measured in Chromium as transferred bytes. */
import { expect, type Page } from '@playwright/test';

/** Kilobytes of a thousand bytes, compressed, with headers. */
export interface Budget {
  all: number;
  scripts: number;
}

const PUBLIC: Budget = { all: 200, scripts: 105 };
/** Pages that somebody signs in to bring the client library, too, and all that comes after they are shown. */
export const SIGNED_IN: Budget = { all: 420, scripts: 205 };

/** Starts counting; the returned function ends it and checks what has arrived until then. */
export async function weigh(page: Page, most: Budget = PUBLIC): Promise<() => Promise<void>> {
  // What an earlier page still asks for is not counted.
  if (page.url() !== 'about:blank') await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  const unpacked = new Set<string>();
  const bytes = { all: 0, scripts: 0 };
  const largeUnpacked: number[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return;
    scripts.add(requestId);
    if (response.headers['content-encoding'] !== 'br') unpacked.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (scripts.has(requestId)) bytes.scripts += encodedDataLength;
    // Half a kilobyte is not worth compressing.
    if (unpacked.has(requestId) && encodedDataLength >= 1_500) largeUnpacked.push(encodedDataLength);
  });
  await session.send('Network.enable');
  // What an earlier page has left is sent again.
  await session.send('Network.clearBrowserCache');
  return async () => {
    await session.detach();
    const where = new URL(page.url()).pathname;
    expect(scripts.size, `${where} runs scripts`).toBeGreaterThan(0);
    expect(largeUnpacked, `${where} sends scripts packed`).toEqual([]);
    expect(bytes.all / 1_000, `${where}: kilobytes`).toBeLessThanOrEqual(most.all);
    expect(bytes.scripts / 1_000, `${where}: kilobytes of scripts`).toBeLessThanOrEqual(most.scripts);
  };
}

/** The bytes of each script that has arrived, by address; filled from here on. */
export async function scriptSizes(page: Page): Promise<ReadonlyMap<string, number>> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url) sizes.set(url, encodedDataLength);
  });
  await session.send('Network.enable');
  return sizes;
}
