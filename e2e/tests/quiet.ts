/** A test whose page must stay quiet: no console error, no failed script, no hydration complaint. */
import { createHash } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page, type TestInfo } from '@playwright/test';

export const password = 'Ateneu-demo-2026';

/** An address no other test comes from, as visitors come from their own: what is counted per address is each test's own. */
function addressOf({ testId, retry }: TestInfo): string {
  const [a, b, c] = createHash('sha256').update(`${testId} ${retry}`).digest();
  return `10.${a}.${b}.${c}`;
}

export const test = base.extend<{ complaints: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs, and this one needs nothing.
  extraHTTPHeaders: async ({}, use, info) => use({ 'x-forwarded-for': addressOf(info) }),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(complaints);
      expect(complaints, 'the console stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A server answer the browser reports in the console although the page handles it, as with a refused sign-in. */
export function expectRefusal(complaints: string[], status: number): void {
  const index = complaints.findIndex((text) => text.includes(`status of ${status}`));
  expect(index, `a ${status} was reported`).toBeGreaterThanOrEqual(0);
  complaints.splice(index, 1);
}

/** What the page itself and the browser report of a refusal it handles; at least one such line, and nothing else goes. */
export function expectComplaints(complaints: string[], expected: RegExp): void {
  expect(complaints.some((text) => expected.test(text))).toBe(true);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !expected.test(text)));
}

/** Everything axe knows but the triple-A contrast, which no palette with quiet text reaches. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];

/** Every rule of axe holds on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  // That experiment does not know the roving focus of a toolbar, whose container takes no keys of its own.
  const axe = new AxeBuilder({ page }).withTags(RULES).disableRules('focus-order-semantics');
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }))).toEqual([]);
}

/** Signs in at /admin as the demo's administrator. `origin`: where the site is opened, if not at its own address. */
export async function signInAsAdmin(page: Page, origin = ''): Promise<void> {
  await page.goto(`${origin}/admin`);
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Senha').fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
}
