/** Channels of the real client, as tests use them. */
import assert from 'node:assert/strict';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { service } from './people.ts';
import type { Server } from './server.ts';

/** Creates channel 1 and lets members write as soon as they have joined, one text after the other. */
export async function openCommunity(server: Server): Promise<void> {
  const owner = service(server);
  const made = await owner.from('channels').insert({ id: '1', name: 'geral' });
  assert.equal(made.error, null);
  for (const [setting_key, setting_value] of [
    ['newcomer_limits', 'false'],
    ['seconds_between_texts', '0'],
  ]) {
    const changed = await owner
      .from('security_settings')
      .update({ setting_value })
      .eq('setting_key', setting_key)
      .select();
    assert.equal(changed.data?.length, 1);
  }
}

/** Resolves once the channel is joined, or with the state that ends the attempt. */
export function subscribed(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((state) => resolve(state));
  });
}

/** Joins the channel; it must be admitted. */
export async function join(channel: RealtimeChannel): Promise<void> {
  assert.equal(await subscribed(channel), 'SUBSCRIBED');
}

/** Queue of arrived values, to be waited for one by one. */
export class Arrivals<T> {
  private readonly arrived: T[] = [];
  private readonly waiting: ((value: T) => void)[] = [];

  /** The callback to hand to the client. */
  readonly add = (value: T): void => {
    const waiter = this.waiting.shift();
    if (waiter) waiter(value);
    else this.arrived.push(value);
  };

  /** The next one. */
  next(): Promise<T> {
    const value = this.arrived.shift();
    return value === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(value);
  }

  /** Number of values that have arrived and were not waited for. */
  get left(): number {
    return this.arrived.length;
  }
}
