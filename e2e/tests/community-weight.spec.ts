/** What the community loads at first: dialogs, menus and the fields of forms come when they are used. */

import { signInByApi } from './accounts.ts';
import { ANA, anaAndRui } from './community.ts';
import { expect, test } from './fixtures.ts';
import { SIGNED_IN, weigh } from './weight.ts';

test.use({ serverName: 'community-weight' });

for (const path of ['/membros/comunidade', '/membros/forum']) {
  test(`${path} arrives within its budget`, async ({ page, server }) => {
    await anaAndRui(server);
    await signInByApi(page, ANA);
    const expectWithinBudget = await weigh(page, SIGNED_IN);
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('article').first()).toBeVisible();
    expectWithinBudget();
  });
}
