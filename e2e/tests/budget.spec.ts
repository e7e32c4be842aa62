/** The byte budget of a first visit to an article; public.spec.ts measures the other pages. */
import { expect, test } from './fixtures.ts';
import { siteMap } from './public-paths.ts';
import { weigh } from './weight.ts';

/** All articles of the demo, in parts that several workers share. */
const PARTS = 4;

for (let part = 0; part < PARTS; part += 1) {
  test(`articles arrive within their budget (${part + 1} of ${PARTS})`, async ({ page, request }) => {
    const { articles } = await siteMap(request);
    expect(articles.length).toBeGreaterThan(20);
    for (const path of articles.filter((_, index) => index % PARTS === part)) {
      const expectWithinBudget = await weigh(page);
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectWithinBudget();
    }
  });
}

test('rare letters use the same typeface', async ({ page }) => {
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
