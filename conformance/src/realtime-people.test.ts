/** The private topics of community channels: who is there, and who writes. */
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { service, subscriber } from './people.ts';
import { Arrivals, join } from './realtime.ts';

type Row = Record<string, unknown>;
type Member = Awaited<ReturnType<typeof subscriber>>;

onEachDatabase('people in channels', (server) => {
  const open: SupabaseClient[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.removeAllChannels()));
  });
  before(async () => {
    const channels = ['sala', 'outra'].map((id) => ({ id, name: id }));
    assert.equal((await service(server()).from('channels').insert(channels)).error, null);
  });

  async function member(): Promise<Member> {
    const someone = await subscriber(server());
    open.push(someone.client);
    return someone;
  }

  /** A member on the topic of the channel: who is there after each change, and what is broadcast. */
  async function enter({ client, id }: Member, key = id) {
    const [people, received] = [new Arrivals<string[]>(), new Arrivals<Row>()];
    const channel = client.channel('channel:sala', { config: { private: true, presence: { key } } });
    channel.on('presence', { event: 'sync' }, () => people.add(Object.keys(channel.presenceState()).sort()));
    channel.on('broadcast', { event: 'typing' }, received.add);
    await join(channel);
    return { channel, people, received };
  }

  const until = async (people: Arrivals<string[]>, wanted: readonly string[]) => {
    const sorted = [...wanted].sort();
    for (let seen = await people.next(); seen.join() !== sorted.join(); ) seen = await people.next();
  };

  const type = (channel: RealtimeChannel) => channel.send({ type: 'broadcast', event: 'typing', payload: {} });

  test('presence and broadcasts bear the id of their person', async () => {
    const [ana, bia] = [await member(), await member()];
    const watching = await enter(ana);
    const pretending = await enter(bia, ana.id);
    await pretending.channel.track({});
    await until(watching.people, [bia.id]);
    await type(pretending.channel);
    assert.deepEqual((await watching.received.next()).meta, { person: bia.id });
  });

  test('a block hides two members from each other', async () => {
    const [ana, bia, carla] = [await member(), await member(), await member()];
    const rooms = [await enter(ana), await enter(bia), await enter(carla)] as const;
    for (const { channel } of rooms) await channel.track({});
    for (const { people } of rooms) await until(people, [ana.id, bia.id, carla.id]);
    // Both join again, as a page does.
    const blocked = await ana.client.from('member_blocks').insert({ user_id: ana.id, blocked_id: bia.id });
    assert.equal(blocked.error, null);
    await ana.client.removeAllChannels();
    await bia.client.removeAllChannels();
    const [first, second] = [await enter(ana), await enter(bia)];
    await first.channel.track({});
    await second.channel.track({});
    await until(first.people, [ana.id, carla.id]);
    await until(second.people, [bia.id, carla.id]);
    await until(rooms[2].people, [ana.id, bia.id, carla.id]);
    await type(second.channel);
    assert.deepEqual((await rooms[2].received.next()).meta, { person: bia.id });
    await type(rooms[2].channel);
    assert.deepEqual((await first.received.next()).meta, { person: carla.id }, 'nothing of Bia came before');
  });

  /** Sends a broadcast that is stored for later joins. */
  async function storeBroadcast({ client }: Member, payload: Row, channel = 'sala') {
    const token = (await client.auth.getSession()).data.session?.access_token;
    const topic = `${server().url}/realtime/v1/api/broadcast/channel:${channel}`;
    const endpoint = `${topic}/events/typing?private=true&persist=true`;
    const headers = { apikey: server().keys.anon, authorization: `Bearer ${token}` };
    const sent = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(payload) });
    assert.equal(sent.status, 202);
  }

  test('a stored broadcast names its sender and respects blocks', async () => {
    const [ana, bia, carla] = [await member(), await member(), await member()];
    const blocked = await ana.client.from('member_blocks').insert({ user_id: ana.id, blocked_id: bia.id });
    assert.equal(blocked.error, null);
    const since = Date.now() - 1000;
    await storeBroadcast(bia, { n: 1 });
    const replayed = async ({ client }: Member) => {
      const received = new Arrivals<Row>();
      const config = { private: true, broadcast: { self: true, ack: true, replay: { since } } };
      const channel = client.channel('channel:sala', { config });
      await join(channel.on('broadcast', { event: '*' }, received.add));
      await channel.send({ type: 'broadcast', event: 'fim', payload: {} });
      return received.next();
    };
    assert.deepEqual(((await replayed(carla)).meta as Row).person, bia.id);
    assert.equal((await replayed(ana)).event, 'fim');
  });

  test('storage keeps the newest megabyte of broadcasts per member', async () => {
    const [bia, carla] = [await member(), await member()];
    const since = Date.now();
    await storeBroadcast(bia, { n: 1 });
    await storeBroadcast(carla, { n: 2 });
    for (let n = 0; n < 5; n += 1) await storeBroadcast(bia, { filling: 'x'.repeat(220_000) }, 'outra');
    await storeBroadcast(bia, { n: 3 });
    const received = new Arrivals<Row>();
    const config = { private: true, broadcast: { self: true, ack: true, replay: { since, limit: 10 } } };
    const channel = carla.client.channel('channel:sala', { config });
    await join(channel.on('broadcast', { event: '*' }, received.add));
    await channel.send({ type: 'broadcast', event: 'fim', payload: {} });
    const numbers: unknown[] = [];
    for (let one = await received.next(); one.event !== 'fim'; one = await received.next())
      numbers.push((one.payload as Row).n);
    assert.deepEqual(numbers, [2, 3], 'the first of Bia had to go');
  });

  test('a member with hidden presence leaves and cannot be tracked', async () => {
    const [ana, bia] = [await member(), await member()];
    const watching = await enter(ana);
    const { channel } = await enter(bia);
    await channel.track({});
    await until(watching.people, [bia.id]);
    const hidden = await bia.client.from('member_preferences').insert({ user_id: bia.id, shows_presence: false });
    assert.equal(hidden.error, null);
    await until(watching.people, []);
    assert.equal(await channel.track({}), 'error');
    await bia.client.from('member_preferences').update({ shows_presence: true }).eq('user_id', bia.id);
    await bia.client.removeAllChannels();
    assert.equal(await (await enter(bia)).channel.track({}), 'ok');
    await until(watching.people, [bia.id]);
  });
});
