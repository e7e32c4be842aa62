/**
 * The base of every spec file: one server per worker on a copy of the demo, which spec files share unless one asks for a server
 * of its own with `test.use({ ownServer: true })`, a client address per test for what is limited by address, and a page whose
 * console must hold no error, failed script or hydration mismatch.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
  type TestInfo,
} from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { demoPassword, signInByApi } from './accounts.ts';
import { type Server, startServer } from './server.ts';

export { demoPassword as password };

/** A client address of the test's own, so that limits per address do not interfere. */
function addressOf({ testId, retry, repeatEachIndex }: TestInfo): string {
  const [a, b, c] = createHash('sha256').update(`${testId} ${retry} ${repeatEachIndex}`).digest();
  return `10.${a}.${b}.${c}`;
}

const API = /\/(rest|auth|functions|storage)\/v1\//;
/** Addresses whose answers to reads are small. */
const READ = /\/(rest|auth)\/v1\//;
const SCRIPT = /\/assets\/[^/]*\.js$/;

/**
 * Delays requests to the API and for scripts, each for another time, if `ATENEU_E2E_LATE` is in the environment. Half of
 * the reads, by chance, wait with their answer instead, which is by then older than what was written meanwhile. Tests
 * and pages that rely on the order of answers, or on parts that are there at once, then fail.
 */
async function delayRequests(context: BrowserContext): Promise<void> {
  if (!process.env.ATENEU_E2E_LATE) return;
  await context.addInitScript(delayFrames, FRAME_MS);
  const wait = (most: number) => {
    const chance = Math.random();
    return setTimeout(chance < 0.3 ? 50 : chance < 0.8 ? most / 3 : most);
  };
  await context.route(API, async (route) => {
    const asked = route.request();
    const isRead = asked.method() === 'GET' && READ.test(asked.url()) && !asked.isNavigationRequest();
    // Without an answer where the page was left meanwhile.
    const read = isRead && Math.random() < 0.5 ? await readAnswer(route).catch(() => undefined) : undefined;
    await wait(2_200);
    await (read ? route.fulfill(read) : route.fallback());
  });
  await context.route(SCRIPT, async (route) => {
    await wait(900);
    await route.fallback();
  });
}

const FRAME_MS = 200;

/** Runs in the page: what it does in the next frame comes later than what is typed meanwhile. */
function delayFrames(milliseconds: number): void {
  const nextFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => window.setTimeout(() => nextFrame(callback), milliseconds);
  window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
}

async function readAnswer(route: Route) {
  // The test runner's own request would be answered where the page is offline.
  const isOnline = await route
    .request()
    .frame()
    .evaluate(() => navigator.onLine);
  if (!isOnline) return undefined;
  const answer = await route.fetch();
  return { status: answer.status(), headers: answer.headers(), body: await answer.body() };
}

/** Time between pressing and releasing. */
const PRESS_MS = 300;

/** All locators of a worker have one prototype. */
let areSlow = false;

/**
 * Makes clicks take a moment, if `ATENEU_E2E_LATE` is in the environment. A click is lost where what is pressed is
 * replaced before it is released.
 */
function slowPresses(page: Page): void {
  if (!process.env.ATENEU_E2E_LATE || areSlow) return;
  areSlow = true;
  const clickable: Pick<Locator, 'click'> = Object.getPrototypeOf(page.locator('body'));
  const { click } = clickable;
  clickable.click = function (options) {
    return click.call(this, { delay: PRESS_MS, ...options });
  };
}

interface Fixtures {
  complaints: string[];
  /** Closes the windows that a test opened and left open: the browser is the worker's. */
  closedWindows: undefined;
  /** The file's tests have a server that no other file's tests use. */
  ownServer: boolean;
  server: Server;
  /** A page of another browser. */
  other: Page;
  /** A page without script. */
  plain: Page;
}

interface WorkerFixtures {
  /** The server of a spec file, or the one that files share. */
  servers: (file?: string) => Promise<Server>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs, and this one needs nothing.
    async ({}, use) => {
      const start = () => startServer({ content: 'demo' });
      let shared: Server | undefined;
      let own: { file: string; server: Server } | undefined;
      await use(async (file) => {
        if (!file) {
          shared ??= await start();
          return shared;
        }
        if (own?.file !== file) {
          await own?.server.stop();
          own = { file, server: await start() };
        }
        return own.server;
      });
      await own?.server.stop();
      await shared?.stop();
    },
    { scope: 'worker' },
  ],
  ownServer: [false, { option: true }],
  server: async ({ ownServer, servers }, use, { file }) => use(await servers(ownServer ? file : undefined)),
  baseURL: ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: ({}, use, info) => use({ 'x-forwarded-for': addressOf(info) }),
  context: async ({ context }, use) => {
    await delayRequests(context);
    context.on('page', slowPresses);
    await use(context);
  },
  other: async ({ browser }, use) => {
    const page = await browser.newPage();
    await delayRequests(page.context());
    slowPresses(page);
    await use(page);
  },
  plain: async ({ browser }, use) => use(await browser.newPage({ javaScriptEnabled: false })),
  closedWindows: [
    async ({ browser, context }, use) => {
      await use(undefined);
      const left = browser.contexts().filter((open) => open !== context);
      await Promise.all(left.map((open) => open.close()));
    },
    { auto: true },
  ],
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

/** Holds back the requests to an address until the returned function is called. */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Closes the toasts that are there. Most close by themselves after seconds, which a slow machine may spend before a click. */
export async function closeToasts(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Fechar aviso' });
  await buttons.evaluateAll((all: HTMLElement[]) => {
    for (const button of all) button.click();
  });
  await expect(buttons).toHaveCount(0);
}

/** Presses a tool of an editor. Gives the name of what has the focus then, before the next frame: there the next key goes. */
export function focusedAfterPress(tool: Locator): Promise<string | null> {
  return tool.evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
    return document.activeElement?.getAttribute('aria-label') ?? null;
  });
}

/** Removes one failed response from the console's messages that the page handles, such as a refused sign-in. */
export async function expectRefusal(complaints: string[], status: number): Promise<void> {
  const text = `status of ${status}`;
  await expect.poll(() => complaints).toContainEqual(expect.stringContaining(text));
  const index = complaints.findIndex((complaint) => complaint.includes(text));
  complaints.splice(index, 1);
}

/** Removes the messages of a refusal that the page handles; there must be one at least. */
export async function expectComplaints(complaints: string[], expected: RegExp): Promise<void> {
  await expect.poll(() => complaints).toContainEqual(expect.stringMatching(expected));
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !expected.test(text)));
}

/**
 * Replacement of the `WeakMap` in which axe's colours keep their parts. Each run makes thousands of them: a property is
 * several times as fast.
 */
const FAST_MAP = `class {
  part = Symbol();
  get(owner) { return owner[this.part]; }
  set(owner, value) { owner[this.part] = value; return this; }
  has(owner) { return Object.hasOwn(owner, this.part); }
}`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const axeSource = `(function (WeakMap) {${axe}\n})(${FAST_MAP})`;

/** The only frames are emails in the outbox: their sandbox runs no script, so axe could not check them. */
const COMMON: RunOptions = { resultTypes: ['violations'], iframes: false };

/** All rules but the triple-A contrast, which no palette with subdued text reaches. */
const ALL_RULES: RunOptions = {
  ...COMMON,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'],
  // That experiment does not know the roving focus of a toolbar.
  rules: { 'focus-order-semantics': { enabled: false } },
};

/** The colour rules: only their result differs between the light and the dark scheme of one page. */
const COLOUR_RULES: RunOptions = {
  ...COMMON,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** axe parses the same few colours and selectors for every element anew: a third and a twelfth of a run. */
function rememberParsed(): void {
  interface Color {
    r: number;
    g: number;
    b: number;
    alpha: number;
    parseString(text: string): Color;
  }
  interface Axe {
    commons: { color: { Color: { prototype: Color } } };
    imports: { CssSelectorParser: { prototype: { parse(selector: string): object } } };
  }
  const { commons, imports } = (window as unknown as { axe: Axe }).axe;

  const { prototype: color } = commons.color.Color;
  const parseColor = color.parseString;
  const colors = new Map<string, { r: number; g: number; b: number; alpha: number }>();
  color.parseString = function parseString(text) {
    const found = colors.get(text);
    if (found) return Object.assign(this, found);
    const { r, g, b, alpha } = parseColor.call(this, text);
    colors.set(text, { r, g, b, alpha });
    return this;
  };

  const { prototype: parser } = imports.CssSelectorParser;
  const parseSelector = parser.parse;
  const selectors = new Map<string, object>();
  parser.parse = function parse(text) {
    const parsed = selectors.get(text) ?? parseSelector.call(this, text);
    selectors.set(text, parsed);
    return parsed;
  };
}

async function violationsOf(page: Page, options: RunOptions) {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberParsed);
  }
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run(root: Document, options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.target.join(' ')) }));
  }, options);
}

async function expectNoViolations(page: Page, options: RunOptions, message = 'rules of axe'): Promise<void> {
  // A violation while something opens or fades counts only if it stays.
  await expect.poll(() => violationsOf(page, options), { message }).toEqual([]);
}

/** Every rule of axe holds on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, ALL_RULES);
}

export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page, ALL_RULES, 'in the light scheme');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, COLOUR_RULES, 'in the dark scheme');
}

const NARROW = { width: 390, height: 844 };

/**
 * The page as it is fits a wide and a narrow window, and is accessible in both and in both schemes. Styles ask for nothing of a
 * phone but its width, so that no second visit on one is needed.
 */
export async function expectWholeOnEveryScreen(page: Page): Promise<void> {
  const wide = page.viewportSize() ?? NARROW;
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page, ALL_RULES, 'in the dark scheme of a narrow window');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page, COLOUR_RULES, 'in the light scheme of a narrow window');
  await page.setViewportSize(wide);
}

/** Shows the filters of a list; on a wide screen they are there. */
export async function openFilters(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 640) await page.getByRole('button', { name: /^Filtros/ }).click();
}

/** Expects the page to be no wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(excess, `${page.url()} scrolls sideways at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

/** Resolves when React has hydrated every control of the page, which it marks with its properties. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const propsOf = (element: Element): object | undefined => {
      const key = Object.keys(element).find((name) => name.startsWith('__reactProps'));
      return key && Reflect.get(element, key);
    };
    // Links in HTML content count once the element around them is hydrated.
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

/** Opens a page whose forms and buttons the script handles from then on. Before that, a form is posted without script. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Opens the panel as the demo's administrator, without the form. `path`: another page of it, which opens no dialog. */
export async function openAsAdmin(page: Page, path = '/admin'): Promise<void> {
  await signInByApi(page, 'admin@demo.test');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Painel Administrativo' })).toBeVisible();
}
