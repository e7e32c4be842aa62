/**
 * Messages to a browser while the site is closed. The browser of the tests has no push service and may show no
 * notifications: both are put in here, the rest is real: the worker, its scope, the event that the browser sends it.
 */
import type { CDPSession, Page, Worker } from '@playwright/test';
import { openSignedIn, rowsOf } from './accounts.ts';
import { ANA, anaAndRui } from './community.ts';
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';

test.use({ ownServer: true });

/** The receiver of RFC 8291. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

interface Noted {
  shown: { title: string; body: string | undefined; path: unknown }[];
  opened: string[];
}

declare global {
  /** Notices that the worker was asked to show, and addresses it was asked to open. */
  var asked: Noted | undefined;
}

/** Part of a service worker's scope that the tests use; the types of pages do not know it. */
interface WorkerScope {
  registration: {
    showNotification: (title: string, options?: { body?: string; data?: { path?: unknown } }) => Promise<void>;
  };
  clients: { openWindow: (url: string) => Promise<null> };
}

/** Gives the page a push service that grants what is asked for. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript((keys) => {
    const endpoint = 'https://push.test/aparelho';
    const has = (name: string) => sessionStorage.getItem(name) !== null;
    Object.defineProperty(Notification, 'permission', { get: () => (has('granted') ? 'granted' : 'default') });
    Notification.requestPermission = async () => {
      sessionStorage.setItem('granted', '');
      return 'granted';
    };
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => {
        sessionStorage.removeItem('subscribed');
        return true;
      },
    } as Partial<PushSubscription> as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      const { length } = new Uint8Array(options?.applicationServerKey as ArrayBuffer);
      if (!options?.userVisibleOnly || length !== 65) throw new Error('the key of the server is missing');
      sessionStorage.setItem('subscribed', '');
      return subscription;
    };
    PushManager.prototype.getSubscription = async () => (has('subscribed') ? subscription : null);
  }, KEYS);
}

/** Notes what the worker shows and opens. */
async function noteIn(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    const noted: Noted = { shown: [], opened: [] };
    globalThis.asked = noted;
    scope.registration.showNotification = async (title, options) => {
      noted.shown.push({ title, body: options?.body, path: options?.data?.path });
    };
    scope.clients.openWindow = async (url) => {
      noted.opened.push(url);
      return null;
    };
  });
}

const noted = (worker: Worker) => worker.evaluate(() => globalThis.asked);

/** The id by which the browser knows the registration of the worker. */
async function registrationOf(session: CDPSession): Promise<string> {
  const ids: string[] = [];
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.filter(({ isDeleted }) => !isDeleted).map(({ registrationId }) => registrationId));
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  return String(ids.at(-1));
}

test('a subscribed browser shows and opens notices', async ({ page, server }) => {
  const { ana } = await anaAndRui(server);
  await withPushService(page);
  await openSignedIn(page, ANA, '/membros/configuracoes#avisos');
  const setting = page.getByRole('switch', { name: 'Avisos neste aparelho' });
  await expect(setting).not.toBeChecked();
  const subscriptions = () => rowsOf(server, 'push_subscriptions', `select=endpoint&user_id=eq.${ana}`);
  expect(await subscriptions()).toEqual([]);
  await setting.click();
  await expect(setting).toBeChecked();
  await expectAccessibleInBothSchemes(page);
  expect(await subscriptions()).toEqual([{ endpoint: 'https://push.test/aparelho' }]);

  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no worker was installed');
  expect(new URL(worker.url()).pathname).toBe('/push-worker.js');
  await noteIn(worker);
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const deliver = (message: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId,
      data: JSON.stringify(message),
    });
  const message = { id: 'a', path: '/membros/publicacao/1', title: 'Novo aviso', text: 'Há uma novidade.' };
  // Nothing of the site is open.
  await page.goto('about:blank');
  await deliver(message);
  await expect
    .poll(async () => (await noted(worker))?.shown)
    .toEqual([{ title: 'Novo aviso', body: 'Há uma novidade.', path: '/membros/publicacao/1' }]);

  const press = (path: string) =>
    worker.evaluate((path) => {
      const notification = { close: () => undefined, data: { path } };
      const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
      self.dispatchEvent(event);
    }, path);
  await press('/membros/publicacao/1');
  // A path that leads elsewhere is not followed.
  await press('//outra.test/membros/');
  await expect.poll(async () => (await noted(worker))?.opened).toEqual(['/membros/publicacao/1', '/membros/avisos']);

  await page.goto('/membros/configuracoes#avisos');
  await expect(setting).toBeChecked();
  await setting.click();
  await expect(setting).not.toBeChecked();
  await expect.poll(subscriptions).toEqual([]);
});
