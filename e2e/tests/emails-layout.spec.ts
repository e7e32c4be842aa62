/** The layout of emails: one of each kind of content, at the width of a mail program and of a phone. */
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';

const WIDE = { width: 600, height: 900 };
const NARROW = { width: 390, height: 844 };

/** Emails that together have every kind of content. */
const KINDS = {
  account_confirmation: 'a button and a code',
  contact_notice: 'fields and a quotation',
  community_notices: 'links',
  membership_welcome: 'a list',
  security_password_changed: 'paragraphs alone',
};

/** Shows a page of the development tools without its sandbox, in which the accessibility checks cannot run. */
async function show(page: Page, path: string): Promise<void> {
  const answer = await page.context().request.get(path);
  expect(answer.status(), path).toBe(200);
  await page.setContent(await answer.text());
}

for (const [key, kind] of Object.entries(KINDS)) {
  test(`an email with ${kind} is accessible`, async ({ page, complaints }) => {
    await show(page, `/dev/emails/${key}`);
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothSchemes(page);
    }
    expect(complaints).toEqual([]);
  });
}

test('every email fits the width of a phone', async ({ page }) => {
  await show(page, '/dev/emails');
  const links = await page.locator('main li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.length).toBeGreaterThan(50);
  await page.setViewportSize(NARROW);
  for (const link of links) {
    await show(page, link ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});
