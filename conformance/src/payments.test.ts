/**
 * Payments with the provider's own library: which events are accepted and refused, and what access they give. The
 * provider's API is a mock server that answers in its shapes.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import type { SupabaseClient } from '@supabase/supabase-js';
import Stripe from 'stripe';
import { onEachDatabase } from './databases.ts';
import { listen } from './http.ts';
import { person, refusal, service, subscriber, visitor } from './people.ts';
import type { Server } from './server.ts';

const secrets = ['whsec_o_antigo', 'whsec_o_novo'] as const;
const { webhooks } = new Stripe('sk_test_chave');

interface Made {
  id: string;
  form: URLSearchParams;
  key: string | undefined;
}

/** The customers, pages and subscriptions of the provider's API, as far as the server requests them. */
class Provider {
  readonly pages: Made[] = [];
  readonly customers = new Map<string, object[]>();
  down = false;
  private caught: (() => void) | undefined;

  /** Leaves the next request about subscriptions without a response; resolves when it has arrived. */
  catchQuestion(): Promise<void> {
    return new Promise((resolve) => {
      this.caught = resolve;
    });
  }

  /** True if the request is the one to be left without a response. */
  catches(request: IncomingMessage): boolean {
    if (!this.caught || !request.url?.startsWith('/v1/subscriptions')) return false;
    this.caught();
    this.caught = undefined;
    return true;
  }

  answer(request: IncomingMessage, body: string): [number, unknown] {
    const url = new URL(request.url ?? '/', 'http://provider.test');
    const key = request.headers['idempotency-key'] as string | undefined;
    const customer = url.searchParams.get('customer') ?? '';
    const list = (data: object[]) => [200, { object: 'list', data, has_more: false }] as [number, unknown];
    if (this.down) return [503, {}];
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /v1/prices': {
        const amounts: Record<string, number> = { update: 4700, scale: 9700, professional: 19700 };
        const plan = url.searchParams.get('lookup_keys[0]') ?? '';
        return list([
          { id: `price_${plan}`, unit_amount: amounts[plan], currency: 'brl', recurring: { interval: 'month' } },
        ]);
      }
      case 'GET /v1/customers':
        return list([]);
      case 'GET /v1/invoices':
        return list((this.customers.get(customer) ?? []).map((one) => paidInvoice(one, customer)));
      case 'GET /v1/subscriptions':
        return list(this.customers.get(customer) ?? []);
      case 'POST /v1/customers': {
        const id = `cus_${this.customers.size + 1}`;
        this.customers.set(id, []);
        return [200, { id, metadata: { user_id: new URLSearchParams(body).get('metadata[user_id]') } }];
      }
      case 'POST /v1/checkout/sessions': {
        const id = `cs_test_${this.pages.length + 1}`;
        this.pages.push({ id, form: new URLSearchParams(body), key });
        return [200, { id, url: `https://checkout.test/${id}`, status: 'open' }];
      }
      case 'POST /v1/billing_portal/sessions':
        return [200, { url: 'https://billing.test/p' }];
      default:
        return [404, { error: { type: 'invalid_request_error', code: 'resource_missing' } }];
    }
  }
}

const provider = new Provider();
const listener = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    if (provider.catches(request)) return;
    const [status, answer] = provider.answer(request, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});

async function environment(): Promise<Record<string, string>> {
  return {
    ATENEU_STRIPE_SECRET_KEY: 'sk_test_chave',
    ATENEU_STRIPE_WEBHOOK_SECRET: secrets.join(','),
    ATENEU_STRIPE_API_BASE: await listen(listener),
  };
}
after(() => listener.close());

/** Events of the burst, each sent twice. Ten thousand of them are the bench's part `burst`. */
const burst = 400;

/** Deterministic. */
function shuffle(list: string[]): void {
  let seed = 7;
  for (let at = list.length - 1; at > 0; at -= 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = seed % (at + 1);
    [list[at], list[other]] = [list[other] ?? '', list[at] ?? ''];
  }
}

let posted = 0;

const seconds = () => Math.floor(Date.now() / 1000);

function event(type: string, object: object, more: object = {}): string {
  posted += 1;
  const created = seconds();
  return JSON.stringify({
    id: `evt_${posted}_${created}`,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object },
    ...more,
  });
}

async function post(server: Server, payload: string, secret: string, timestamp?: number): Promise<Response> {
  const header = webhooks.generateTestHeaderString({ payload, secret, ...(timestamp ? { timestamp } : {}) });
  return await fetch(`${server.url}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'stripe-signature': header, 'content-type': 'application/json' },
    body: payload,
  });
}

async function postEvent(
  server: Server,
  payload: string,
  secret: string = secrets[0],
  timestamp?: number,
): Promise<number> {
  return (await post(server, payload, secret, timestamp)).status;
}

/** Posts an event. Returns whether it is new to the server. */
async function isNews(server: Server, payload: string): Promise<boolean> {
  const answer = await post(server, payload, secrets[0]);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { new: boolean }).new;
}

/** Posts events, 32 at a time, until all are accepted or the server is gone. Returns the accepted ones and the rest. */
async function deliver(
  server: Server,
  payloads: string[],
  onStored: (taken: number) => void = () => undefined,
): Promise<{ taken: Set<string>; left: string[] }> {
  const [left, taken] = [[...payloads], new Set<string>()];
  const sender = async () => {
    for (let payload = left.pop(); payload !== undefined; payload = left.pop()) {
      const status = await postEvent(server, payload).catch(() => undefined);
      if (status === undefined) {
        left.push(payload);
        return;
      }
      assert.equal(status, 200);
      taken.add(payload);
      onStored(taken.size);
    }
  };
  await Promise.all(Array.from({ length: 32 }, sender));
  return { taken, left };
}

interface SubscriptionStatus {
  subscribed: boolean;
  entitlements: string[];
  subscription: { status: string; access_reason: string } | null;
}

async function subscriptionStatus(client: SupabaseClient): Promise<SubscriptionStatus> {
  const { data, error } = await client.functions.invoke<SubscriptionStatus>('check-subscription');
  if (error || !data) throw error ?? new Error('nothing');
  return data;
}

/** Polls until the subscription is as expected: the event is acknowledged before it is processed. */
async function becomes(client: SupabaseClient, subscribed: boolean): Promise<SubscriptionStatus> {
  for (let tries = 0; tries < 200; tries += 1) {
    const now = await subscriptionStatus(client);
    if (now.subscribed === subscribed) return now;
  }
  return await subscriptionStatus(client);
}

/** The first invoice of a subscription, paid. */
function paidInvoice(of: object, customer: string): object {
  const { id, created } = of as { id: string; created: number };
  return {
    id: `in_${id}`,
    customer,
    status: 'paid',
    total: 9700,
    currency: 'brl',
    created,
    parent: { subscription_details: { subscription: id } },
  };
}

function subscription(id: string, customer: string, status: string): object {
  const now = seconds();
  return {
    id,
    object: 'subscription',
    customer,
    status,
    created: now,
    cancel_at_period_end: false,
    items: { data: [{ id: 'si_1', current_period_end: now + 2_592_000, price: { lookup_key: 'scale' } }] },
  };
}

onEachDatabase(
  'payments',
  (server) => {
    test('only events with a valid signature and mode are accepted', async () => {
      const payload = event('product.updated', { id: 'prod_1' });
      // Well past the tolerance of five minutes.
      const stale = seconds() - 330;
      assert.equal(await postEvent(server(), payload), 200);
      assert.equal(await postEvent(server(), payload, secrets[1]), 200, 'the second secret, and the same event again');
      assert.equal(await postEvent(server(), payload, 'whsec_de_outra_casa'), 400);
      assert.equal(await postEvent(server(), payload, secrets[0], stale), 400, 'stale');
      assert.equal(
        await postEvent(server(), event('product.updated', {}, { livemode: true })),
        400,
        'of the other mode',
      );
      const bare = await fetch(`${server().url}/webhooks/stripe`, { method: 'POST', body: payload });
      assert.equal(bare.status, 400);
      const header = webhooks.generateTestHeaderString({ payload, secret: secrets[0] });
      const other = await fetch(`${server().url}/webhooks/stripe`, {
        method: 'POST',
        headers: { 'stripe-signature': header },
        body: payload.replace('prod_1', 'prod_2'),
      });
      assert.equal(other.status, 400, 'other bytes than were signed');
    });

    test('a member pays, manages and leaves, across a crash', async () => {
      const { client, id, email } = await person(server(), 'pagante');
      const nothing = {
        subscribed: false,
        subscription: null,
        entitlements: [],
        pending: false,
        checkout: null,
        refund: null,
      };
      assert.deepEqual(await subscriptionStatus(client), nothing);
      const opened = await client.functions.invoke('create-checkout', { body: { planType: 'scale' } });
      assert.equal(opened.error, null);
      const page = provider.pages.at(-1);
      assert.deepEqual(opened.data, { url: `https://checkout.test/${page?.id}` });
      assert.equal(page?.form.get('client_reference_id'), id);
      assert.equal(page?.form.get('line_items[0][price]'), 'price_scale');
      const customer = page?.form.get('customer') ?? '';

      provider.down = true;
      provider.customers.set(customer, [subscription(`sub_${customer}`, customer, 'active')]);
      const done = { id: page?.id, customer, client_reference_id: id, subscription: `sub_${customer}` };
      assert.equal(await postEvent(server(), event('checkout.session.completed', done)), 200);
      await server().killAndRestart();
      assert.equal((await subscriptionStatus(client)).subscribed, false);
      provider.down = false;
      const paid = await becomesAfterRetry(client);
      assert.equal(paid.subscription?.access_reason, 'paid');
      assert.ok(paid.entitlements.includes('courses') && !paid.entitlements.includes('consultancy'));
      const row = await client.from('subscribers').select('status,plan,access_until').eq('email', email).single();
      assert.deepEqual([row.data?.status, row.data?.plan], ['active', 'scale']);

      assert.deepEqual(await refusal(client, 'create-checkout', { planType: 'update' }), [409, 'already_subscribed']);
      const portal = await client.functions.invoke('customer-portal');
      assert.deepEqual(portal.data, { url: 'https://billing.test/p' });

      provider.customers.set(customer, [subscription(`sub_${customer}`, customer, 'unpaid')]);
      await postEvent(server(), event('customer.subscription.updated', { id: `sub_${customer}`, customer }));
      assert.equal((await becomes(client, false)).subscription?.status, 'unpaid');
    });

    /** The worker retries after some seconds. */
    async function becomesAfterRetry(client: SupabaseClient): Promise<SubscriptionStatus> {
      const until = Date.now() + 120_000;
      while (Date.now() < until) {
        const now = await subscriptionStatus(client);
        if (now.subscribed) return now;
      }
      throw new Error('access never came');
    }

    test("a shuffled burst with a kill ends in the provider's state", async () => {
      const words = ['active', 'past_due', 'unpaid', 'canceled', 'trialing', 'paused', 'a_new_word'];
      const people: { client: SupabaseClient; customer: string }[] = [];
      for (let number = 0; number < 10; number += 1) {
        const { client } = await person(server(), 'rajada');
        await client.functions.invoke('create-checkout', { body: { planType: 'scale' } });
        people.push({ client, customer: provider.pages.at(-1)?.form.get('customer') ?? '' });
      }
      /** Applies half of the changes; returns their events, each twice, shuffled. */
      const happen = (half: 0 | 1): string[] => {
        const payloads: string[] = [];
        for (let number = (half * burst) / 2; number < ((half + 1) * burst) / 2; number += 1) {
          const customer = people[number % people.length]?.customer ?? '';
          const object = subscription(`sub_${customer}`, customer, words[(number * 7) % words.length] ?? '');
          provider.customers.set(customer, [object]);
          const payload = event('customer.subscription.updated', object);
          payloads.push(payload, payload);
        }
        shuffle(payloads);
        return payloads;
      };
      const enough = Promise.withResolvers<void>();
      const delivery = deliver(server(), happen(0), (taken) => taken === burst / 8 && enough.resolve());
      await enough.promise;
      await provider.catchQuestion();
      await server().killAndRestart();
      const { taken, left } = await delivery;
      for (const payload of taken) assert.equal(await isNews(server(), payload), false, 'answered before, and gone');
      const rest = await deliver(server(), [...left, ...happen(1)]);
      assert.deepEqual(rest.left, []);
      const until = Date.now() + 180_000;
      for (const { client, customer } of people) {
        const [there] = provider.customers.get(customer) as [{ status: string }];
        const wanted = there.status === 'a_new_word' ? 'unknown' : there.status;
        let status = (await subscriptionStatus(client)).subscription?.status;
        while (status !== wanted && Date.now() < until)
          status = (await subscriptionStatus(client)).subscription?.status;
        assert.equal(status, wanted, customer);
      }
    });

    test('payments need an account and something that is sold', async () => {
      for (const stranger of [visitor(server()), service(server())]) {
        for (const name of [
          'check-subscription',
          'create-checkout',
          'customer-portal',
          'end-subscription',
          'refund-subscription',
        ]) {
          assert.deepEqual(await refusal(stranger, name, { planType: 'scale' }), [401, 'not_signed_in']);
        }
      }
      const { client } = await person(server());
      for (const [body, answer] of [
        [{ planType: 'enterprise' }, [400, 'plan_not_sold_here']],
        [{ planType: 'gold' }, [400, 'unknown_plan']],
        [{ planType: 7 }, [400, 'invalid_payload']],
        [{}, [400, 'invalid_payload']],
        [{ planType: 'scale', price: 1 }, [400, 'invalid_payload']],
      ] as const) {
        assert.deepEqual(await refusal(client, 'create-checkout', body), answer);
      }
      assert.deepEqual(await refusal(client, 'customer-portal', {}), [409, 'no_customer']);
      assert.deepEqual(await refusal(client, 'refund-subscription', {}), [409, 'no_subscription']);
      assert.deepEqual(await refusal(client, 'end-subscription', { ends: true }), [409, 'no_subscription']);
      assert.deepEqual(await refusal(client, 'end-subscription', { ends: 'sim' }), [400, 'invalid_payload']);
      for (const somebody of [{ user_id: 'u' }, { subscription: 'sub_1' }]) {
        assert.deepEqual(await refusal(client, 'refund-subscription', somebody), [400, 'invalid_payload']);
      }
      assert.deepEqual(await refusal(client, 'check-subscription', { checkout: 'cs_test_1' }), [
        403,
        'not_your_checkout',
      ]);
    });

    test('payments are not written by people, receipts are private', async () => {
      const { client: reader, id } = await person(server());
      const receipt = {
        id: `in_${id}`,
        user_id: id,
        status: 'paid',
        amount: 9700,
        currency: 'brl',
        created_at: new Date().toISOString(),
      };
      await service(server()).from('payment_invoices').insert(receipt).throwOnError();
      const { client: other } = await subscriber(server());
      for (const [who, count] of [
        [reader, 1],
        [other, 0],
        [visitor(server()), 0],
      ] as const) {
        const seen = await who.from('payment_invoices').select('id').eq('user_id', id);
        assert.equal(seen.data?.length ?? 0, count);
        const changed = await who.from('payment_invoices').update({ amount: 0 }).eq('id', receipt.id).select();
        assert.equal(changed.data?.length ?? 0, 0);
      }
      for (const table of ['payment_customers', 'tasks', 'payment_checkouts', 'sandbox_objects']) {
        assert.equal((await service(server()).from(table).select('*')).error?.code, 'PGRST205', table);
      }
    });
  },
  environment,
);
