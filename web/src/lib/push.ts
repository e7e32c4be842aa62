/** Messages to this browser while the site is closed. Only a click subscribes it. */
import { ask, getClient, unwrap } from './backend';
import { clientConfig } from './client-config';

export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

/** The worker controls no page: nothing of the site is under its scope. */
const WORKER = { script: '/push-worker.js', scope: '/push/' };

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER.scope);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Returns the state of this browser's subscription for the person who is signed in. */
export async function pushState(signal: AbortSignal): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const known = await subscription();
  if (!known) return 'off';
  const client = await getClient();
  const rows = client.from('push_subscriptions').select('id').eq('endpoint', known.endpoint).abortSignal(signal);
  return unwrap(await rows).length > 0 ? 'on' : 'off';
}

/** Asks the person and subscribes; what came of it. */
export async function subscribeToPush(): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  const { pushKey } = await clientConfig();
  const registration = await navigator.serviceWorker.register(WORKER.script, { scope: WORKER.scope });
  await active(registration);
  // A former one may belong to another key.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(pushKey),
  });
  const { keys } = made.toJSON();
  const client = await getClient();
  const answer = await client.rpc('subscribe_to_push', {
    endpoint: made.endpoint,
    public_key: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  });
  if (answer.error) await made.unsubscribe();
  unwrap(answer);
  return 'on';
}

/** Ends the subscription, here and at the server. */
export async function unsubscribeFromPush(): Promise<void> {
  const known = await subscription();
  if (!known) return;
  await ask((client) => client.from('push_subscriptions').delete().eq('endpoint', known.endpoint));
  await known.unsubscribe();
}

/** Waits for the worker: before it is active nothing can be subscribed. */
function active(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (!worker || worker.state === 'activated') return Promise.resolve();
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the worker of messages was not installed'));
    });
  });
}

/** A key as the server writes it, in base64url. */
function bytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
