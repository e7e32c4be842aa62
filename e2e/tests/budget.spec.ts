/** What a first visit may weigh, measured in Chromium as the bytes that really travelled. */

import { publicPaths } from './public-paths.ts';
import { expect, test } from './quiet.ts';

/** Kilobytes of a thousand bytes, packed, with headers. */
const MOST = { all: 200, scripts: 105 };

/** All of the demo's: with and without cover, recording, bold and italic. */
const ARTICLES = 26;

test('every public page arrives within its budget of bytes', async ({ browser, request }) => {
  // Some forty first visits.
  test.setTimeout(5 * 60_000);
  const heavy: string[] = [];
  for (const path of await publicPaths(request, { articles: ARTICLES })) {
    // A new visitor each time: nothing is kept from the page before.
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const scripts = new Set<string>();
    const plain = new Set<string>();
    const bytes = { all: 0, scripts: 0 };
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type !== 'Script') return;
      scripts.add(requestId);
      if (response.headers['content-encoding'] !== 'br') plain.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.all += encodedDataLength;
      if (scripts.has(requestId)) bytes.scripts += encodedDataLength;
      // Half a kilobyte is not worth packing.
      if (plain.has(requestId)) expect(encodedDataLength, `${path} sends scripts packed`).toBeLessThan(1_500);
    });
    await session.send('Network.enable');
    await page.goto(path, { waitUntil: 'networkidle' });
    await context.close();

    expect(scripts.size, `${path} runs scripts`).toBeGreaterThan(0);
    const [all, js] = [bytes.all / 1_000, bytes.scripts / 1_000];
    const line = `${path}: ${all.toFixed(1)} KB, ${js.toFixed(1)} KB of it scripts`;
    if (all > MOST.all || js > MOST.scripts) heavy.push(line);
  }
  expect(heavy).toEqual([]);
});

test('a letter few texts have is set in the same face as the others', async ({ page }) => {
  const faces: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'font') faces.push(new URL(request.url()).pathname);
  });
  const search = async (words: string) => {
    faces.length = 0;
    await page.goto(`/blog?busca=${encodeURIComponent(words)}`, { waitUntil: 'networkidle' });
    await expect(page.getByText(`Nada aqui fala de “${words}”`)).toBeVisible();
    return faces.filter((path) => path.includes('-rest-')).length;
  };
  expect(await search('sequóia-gigante'), 'Portuguese needs the core alone').toBe(0);
  expect(await search('smørrebrød')).toBe(1);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  await session.send('DOM.getDocument');
  const { searchId } = await session.send('DOM.performSearch', { query: '//p[contains(., "smørrebrød")]' });
  const { nodeIds } = await session.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId: nodeIds[0] ?? 0 });
  expect(fonts.map(({ familyName }) => familyName)).toEqual(['Instrument Sans']);
});
