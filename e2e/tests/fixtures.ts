/**
 * The test that every spec file starts from: one server per worker on a copy of the demo, an address of its own for what
 * is limited per address, and a page whose console must hold no error, no failed script and no hydration mismatch.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page, type TestInfo } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { demoPassword, signInByApi } from './accounts.ts';
import { type Server, startServer } from './server.ts';

export { demoPassword as password };

/** An address no other test comes from, as visitors come from their own: what is counted per address is each test's own. */
function addressOf({ testId, retry, repeatEachIndex }: TestInfo): string {
  const [a, b, c] = createHash('sha256').update(`${testId} ${retry} ${repeatEachIndex}`).digest();
  return `10.${a}.${b}.${c}`;
}

export const test = base.extend<{ complaints: string[] }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs, and this one needs nothing.
    async ({}, use) => {
      const server = await startServer({ content: 'demo' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: ({}, use, info) => use({ 'x-forwarded-for': addressOf(info) }),
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

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The only frames are e-mails in the outbox: their sandbox runs no script, so axe could not look into them. */
const COMMON: RunOptions = { resultTypes: ['violations'], iframes: false };

/** Everything axe knows but the triple-A contrast, which no palette with subdued text reaches. */
const ALL_RULES: RunOptions = {
  ...COMMON,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  // That experiment does not know the roving focus of a toolbar, whose container takes no keys of its own.
  rules: { 'focus-order-semantics': { enabled: false } },
};

/** The rules that look at colours: only their outcome can differ between the light and the dark scheme of one page. */
const COLOUR_RULES: RunOptions = {
  ...COMMON,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

async function violationsOf(page: Page, options: RunOptions) {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }));
  }, options);
}

/** Pauses before axe looks again: what it finds while something opens or fades counts only if it stays. */
const PAUSES_MS = [250, 500, 1_000, 2_000];

async function expectNoViolations(page: Page, options: RunOptions, message?: string): Promise<void> {
  let violations = await violationsOf(page, options);
  for (const pause of PAUSES_MS) {
    if (violations.length === 0) return;
    await page.waitForTimeout(pause);
    violations = await violationsOf(page, options);
  }
  expect(violations, message).toEqual([]);
}

/** Every rule of axe holds on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, ALL_RULES);
}

/** Every rule of axe holds on the page in the light scheme, and the colours also in the dark one, which stays on. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page, ALL_RULES, 'in the light scheme');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, COLOUR_RULES, 'in the dark scheme');
}

/** Nothing makes the page wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess, `${page.url()} scrolls sideways at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

/** Resolves when React has taken over every control of the page, which it marks with its properties. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const propsOf = (element: Element): object | undefined => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
      return key && Reflect.get(element, key);
    };
    // A text's own links, which React takes as they are, count once the element around them is taken over.
    const isTakenOver = (element: Element) => {
      if (propsOf(element)) return true;
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        const props = propsOf(parent);
        if (props) return 'dangerouslySetInnerHTML' in props;
      }
      return false;
    };
    const controls = [...document.querySelectorAll('#root a, #root button, #root input')];
    return controls.length > 0 && controls.every(isTakenOver);
  });
}

/** Opens the panel as the demo's administrator, without the form. `path`: another page of it. */
export async function openAsAdmin(page: Page, path = '/admin'): Promise<void> {
  await signInByApi(page, 'admin@demo.test');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
}
