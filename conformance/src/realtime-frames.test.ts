/** The frames of realtime, sent by hand: what the client library never does, and what it would not notice. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { subscriber } from './people.ts';
import { Arrivals, openCommunity } from './realtime.ts';
import type { Server } from './server.ts';

/** join_ref, ref, topic, event, payload. */
type Frame = [string | null, string | null, string, string, Record<string, unknown>];

/** A socket that sends what it is given. */
class RawSocket {
  readonly frames = new Arrivals<Frame>();
  readonly closed: Promise<{ code: number; reason: string }>;
  private readonly socket: WebSocket;
  private next = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) => this.frames.add(JSON.parse(String(data)));
    this.closed = new Promise((resolve) => {
      socket.onclose = ({ code, reason }) => resolve({ code, reason });
    });
  }

  static async open(server: Server, version: string | null = '2.0.0'): Promise<RawSocket> {
    const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket`;
    const socket = new WebSocket(`${address}?apikey=${server.keys.anon}${version ? `&vsn=${version}` : ''}`);
    const raw = new RawSocket(socket);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return raw;
  }

  send(frame: string | Uint8Array<ArrayBuffer>): void {
    this.socket.send(frame);
  }

  /** Sends a message and resolves with the reply to it; what else arrives meanwhile is kept in `frames`. */
  async ask(topic: string, event: string, payload: unknown = {}, joinRef: string | null = '1'): Promise<Frame[4]> {
    this.next += 1;
    const reference = String(this.next);
    this.send(JSON.stringify([joinRef, reference, topic, event, payload]));
    const others: Frame[] = [];
    for (;;) {
      const frame = await this.frames.next();
      if (frame[1] === reference) {
        for (const other of others) this.frames.add(other);
        return frame[4];
      }
      others.push(frame);
    }
  }

  join(topic: string, config: Record<string, unknown> = {}, token?: string): Promise<Frame[4]> {
    return this.ask(topic, 'phx_join', { config, ...(token !== undefined && { access_token: token }) });
  }

  heartbeat(): Promise<Frame[4]> {
    return this.ask('phoenix', 'heartbeat', {}, null);
  }

  close(): void {
    this.socket.close();
  }
}

const ok = { status: 'ok', response: {} };
const refused = (reason: string) => ({ status: 'error', response: { reason } });

onEachDatabase('frames of realtime', (server, kind) => {
  before(() => openCommunity(server()));

  const tokenOf = async (): Promise<string> => {
    const { client } = await subscriber(server());
    return (await client.auth.getSession()).data.session?.access_token ?? '';
  };

  test('frames that are no messages are dropped and the socket lives', async () => {
    const socket = await RawSocket.open(server());
    for (const frame of ['', '[', '{}', 'null', '[null,null,null]', '{"topic":"phoenix","event":"heartbeat"}']) {
      socket.send(frame);
    }
    for (const bytes of [[], [3], [3, 0, 0, 9, 1, 0, 1, 1], [9, 9, 9, 9, 9, 9, 9, 9]])
      socket.send(new Uint8Array(bytes));
    assert.deepEqual(await socket.heartbeat(), ok);
    socket.close();
  });

  test('without a version a socket speaks the first one', async () => {
    const socket = await RawSocket.open(server(), null);
    socket.send('{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}');
    const reply = (await socket.frames.next()) as unknown as { ref: string; payload: unknown };
    assert.deepEqual([reply.ref, reply.payload], ['1', ok]);
    socket.close();
  });

  test('a socket with an unknown key or version is refused', async () => {
    await assert.rejects(RawSocket.open({ ...server(), keys: { ...server().keys, anon: 'nada' } }));
    await assert.rejects(RawSocket.open(server(), '9.0.0'));
  });

  test('joins are refused with the reasons of the protocol', async () => {
    const socket = await RawSocket.open(server());
    const unreadable = (name: string) =>
      refused(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
    assert.deepEqual(await socket.join('realtime:'), refused('TopicNameRequired: You must provide a topic name'));
    assert.deepEqual(await socket.join('outro:sala'), refused('unmatched topic'));
    assert.deepEqual(await socket.join('realtime:channel:1', { private: true }), unreadable('channel:1'));
    assert.deepEqual(await socket.join('realtime:outro', { private: true }, await tokenOf()), unreadable('outro'));
    const malformed = await socket.join('realtime:sala', {}, 'nada');
    assert.deepEqual(malformed, refused('MalformedJWT: The token provided is not a valid JWT'));
    const config = await socket.ask('realtime:sala', 'phx_join', { config: { private: 'sim' } });
    assert.match(JSON.stringify(config), /InvalidJoinPayload: /);
    assert.deepEqual(await socket.ask('realtime:sala', 'broadcast', { event: 'x' }), refused('unmatched topic'));
    assert.deepEqual(await socket.heartbeat(), ok);
    socket.close();
  });

  test('a join accepts text booleans, numeric keys and null changes', async () => {
    const socket = await RawSocket.open(server());
    const token = await tokenOf();
    const changes = [null, { event: '*', table: 'community_posts' }];
    const config = {
      broadcast: { self: 'true', ack: 'true' },
      presence: { key: 42, enabled: 'true' },
      postgres_changes: changes,
      private: 'false',
    };
    const reply = await socket.join('realtime:tipos', config, token);
    const { postgres_changes: echoed } = reply.response as { postgres_changes: { table: string }[] };
    assert.deepEqual(
      echoed.map(({ table }) => table),
      ['community_posts'],
    );
    const [state, system] = [await socket.frames.next(), await socket.frames.next()];
    assert.deepEqual([state[3], state[4]], ['presence_state', {}]);
    assert.deepEqual([system[3], system[4].status], ['system', 'ok']);
    await socket.ask('realtime:tipos', 'presence', { event: 'track', payload: {} });
    const [, , , diff, payload] = await socket.frames.next();
    assert.deepEqual([diff, Object.keys(payload.joins as object)], ['presence_diff', ['42']]);
    assert.deepEqual(await socket.ask('realtime:tipos', 'broadcast', { event: 'oi', payload: { n: 1 } }), ok);
    assert.equal((await socket.frames.next())[3], 'broadcast');
    socket.close();
  });

  test('filters over the budget of the caller are refused', async () => {
    const socket = await RawSocket.open(server());
    const token = await tokenOf();
    const patterns = (count: number, text = 'title=imatch.(a|b)') =>
      Array.from({ length: count }, () => ({ event: '*', schema: 'public', table: 'community_posts', filter: text }));
    const systemOf = async (topic: string, changes: unknown[], whose?: string): Promise<string> => {
      assert.equal((await socket.join(topic, { postgres_changes: changes }, whose)).status, 'ok');
      return String((await socket.frames.next())[4].message);
    };
    assert.match(await systemOf('realtime:v', patterns(1)), /at most 0 regular expressions/);
    assert.equal(await systemOf('realtime:p1', patterns(3), token), 'Subscribed to PostgreSQL');
    assert.match(await systemOf('realtime:p2', patterns(2), token), /at most 4 regular expressions/);
    assert.equal(await systemOf('realtime:p3', patterns(1), token), 'Subscribed to PostgreSQL');
    const tests = patterns(20, Array.from({ length: 11 }, () => 'title=eq.a').join());
    assert.match(await systemOf('realtime:t', tests, token), /at most 200 tests/);
    const long = patterns(20, `title=eq.${'x'.repeat(1_900)}`);
    assert.equal(await systemOf('realtime:l1', long, token), 'Subscribed to PostgreSQL');
    assert.match(await systemOf('realtime:l2', long, token), /bytes of filters/);
    socket.close();
  });

  test('oversized messages and broadcasts are refused', async () => {
    const visiting = await RawSocket.open(server());
    visiting.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', { x: 'x'.repeat(70_000) }]));
    assert.equal((await visiting.closed).code, 1009);
    const socket = await RawSocket.open(server());
    const other = await RawSocket.open(server());
    const token = await tokenOf();
    await socket.join('realtime:grande', { broadcast: { ack: true } }, token);
    await other.join('realtime:grande', {}, token);
    const send = (bytes: number) =>
      socket.ask('realtime:grande', 'broadcast', { event: 'x', payload: { x: 'x'.repeat(bytes) } });
    assert.deepEqual(await send(250_000), ok);
    assert.deepEqual(await send(260_000), refused('Payload size exceeds limit'));
    assert.equal((await other.frames.next())[3], 'broadcast');
    const endpoint = `${server().url}/realtime/v1/api/broadcast/grande/events/x`;
    const headers = {
      apikey: server().keys.anon,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const sent = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify('x'.repeat(1_100_000)) });
    assert.equal(sent.status, 413);
    const messages = [{ topic: 'grande', event: 'x', payload: { x: 'x'.repeat(260_000) } }];
    const batch = `${server().url}/realtime/v1/api/broadcast`;
    assert.equal((await fetch(batch, { method: 'POST', headers, body: JSON.stringify({ messages }) })).status, 413);
    assert.deepEqual(await other.heartbeat(), ok);
    for (const one of [socket, other]) one.close();
  });

  test('frames carry their join; a stale leave ends no channel', async () => {
    const socket = await RawSocket.open(server());
    socket.send(JSON.stringify(['1', '1', 'realtime:a', 'phx_join', { config: {} }]));
    socket.send(JSON.stringify(['1', '2', 'realtime:a', 'phx_leave', {}]));
    socket.send(JSON.stringify(['9', '3', 'realtime:a', 'phx_join', { config: {} }]));
    socket.send(JSON.stringify(['12', '4', 'realtime:a', 'phx_join', { config: {} }]));
    socket.send(JSON.stringify(['9', '5', 'realtime:a', 'phx_leave', {}]));
    const frames: [string | null, string | null, string][] = [];
    for (let count = 0; count < 7; count += 1) {
      const [joinRef, ref, , event] = await socket.frames.next();
      frames.push([joinRef, ref, event]);
    }
    assert.deepEqual(frames, [
      ['1', '1', 'phx_reply'],
      ['1', '2', 'phx_reply'],
      ['1', null, 'phx_close'],
      ['9', '3', 'phx_reply'],
      ['9', null, 'phx_close'],
      ['12', '4', 'phx_reply'],
      ['9', '5', 'phx_reply'],
    ]);
    socket.send(JSON.stringify(['12', null, 'realtime:a', 'access_token', { access_token: 'nada' }]));
    const [system, close] = [await socket.frames.next(), await socket.frames.next()];
    assert.deepEqual([system[0], system[3], close[0], close[3]], ['12', 'system', '12', 'phx_close']);
    socket.close();
  });

  test('a socket has at most a hundred channels', async () => {
    const socket = await RawSocket.open(server());
    for (let number = 0; number < 100; number += 1) {
      assert.equal((await socket.join(`realtime:sala-${number}`)).status, 'ok');
    }
    assert.deepEqual(await socket.join('realtime:mais'), refused('ChannelRateLimitReached: Too many channels'));
    socket.close();
  });

  test('a second join replaces the first; a leave gets a reply', async () => {
    const socket = await RawSocket.open(server());
    await socket.join('realtime:sala');
    await socket.join('realtime:sala');
    assert.equal((await socket.frames.next())[3], 'phx_close');
    assert.deepEqual(await socket.ask('realtime:sala', 'phx_leave'), ok);
    assert.equal((await socket.frames.next())[3], 'phx_close');
    socket.close();
  });

  test('a join reply repeats the requested changes in order', async () => {
    const socket = await RawSocket.open(server());
    const asked = [
      { event: 'INSERT', schema: 'public', table: 'community_posts', filter: 'title=eq.a' },
      { event: '*', schema: 'public' },
    ];
    const reply = await socket.join('realtime:sala', { postgres_changes: asked }, await tokenOf());
    const { postgres_changes: echoed } = reply.response as { postgres_changes: { id: number }[] };
    assert.ok(echoed.every(({ id }) => Number.isInteger(id)));
    assert.deepEqual(
      echoed.map(({ id: _, ...rest }) => rest),
      asked,
    );
    socket.close();
  });

  test('only an invalid new token closes the channel', async () => {
    const socket = await RawSocket.open(server());
    const token = await tokenOf();
    await socket.join('realtime:sala', {}, token);
    for (const same of [token, null, 'sb_publishable_x']) {
      socket.send(JSON.stringify(['1', null, 'realtime:sala', 'access_token', { access_token: same }]));
    }
    assert.deepEqual(await socket.heartbeat(), ok);
    assert.equal(socket.frames.left, 0);
    socket.send(JSON.stringify(['1', null, 'realtime:sala', 'access_token', { access_token: 'nada' }]));
    const [system, close] = [await socket.frames.next(), await socket.frames.next()];
    assert.deepEqual([system[3], system[4].status, close[3]], ['system', 'error', 'phx_close']);
    socket.close();
  });

  test('a new token with more rights delivers without a new join', async () => {
    const socket = await RawSocket.open(server());
    await socket.join('realtime:presentes', { presence: { key: 'a', enabled: true } });
    const present = await RawSocket.open(server());
    const token = await tokenOf();
    await present.join('realtime:presentes', { presence: { key: 'b' } }, token);
    await present.ask('realtime:presentes', 'presence', { event: 'track', payload: { nome: 'Bia' } });
    assert.deepEqual(await socket.heartbeat(), ok);
    assert.equal(socket.frames.left, 0, 'a visitor does not see who is present');
    socket.send(JSON.stringify(['1', null, 'realtime:presentes', 'access_token', { access_token: token }]));
    const [, , , event, state] = await socket.frames.next();
    assert.deepEqual([event, Object.keys(state)], ['presence_state', ['b']]);
    socket.close();
    present.close();
  });

  test('presence updates are limited in rate, size and type', async () => {
    const socket = await RawSocket.open(server());
    const token = await tokenOf();
    await socket.join('realtime:sala', {}, token);
    const track = (payload: unknown) => socket.ask('realtime:sala', 'presence', { event: 'track', payload });
    assert.equal((await track('texto')).status, 'error');
    for (let number = 0; number < 4; number += 1) assert.equal((await track({ number })).status, 'ok');
    socket.send(JSON.stringify(['1', '99', 'realtime:sala', 'presence', { event: 'track', payload: {} }]));
    for (;;) {
      const [, , , event, payload] = await socket.frames.next();
      if (event !== 'system') continue;
      assert.equal(payload.message, 'Client presence rate limit exceeded');
      break;
    }
    await socket.join('realtime:outra', {}, token);
    const large = { event: 'track', payload: { text: 'x'.repeat(20_000) } };
    socket.send(JSON.stringify(['1', '100', 'realtime:outra', 'presence', large]));
    for (;;) {
      const [, , topic, event, payload] = await socket.frames.next();
      if (topic !== 'realtime:outra' || event !== 'system') continue;
      assert.equal(payload.message, 'Track message size exceeded');
      break;
    }
    socket.close();
  });

  test('one person leaves room for others in the presence of a topic', async () => {
    const token = await tokenOf();
    const sockets: RawSocket[] = [];
    for (let number = 0; number < 10; number += 1) {
      const socket = await RawSocket.open(server());
      await socket.join('realtime:cheia', { presence: { key: `aba ${number}` } }, token);
      const payload = number < 2 ? { n: number } : { text: 'x'.repeat(16_000) };
      const tracked = await socket.ask('realtime:cheia', 'presence', { event: 'track', payload });
      assert.equal(tracked.status, 'ok');
      sockets.push(socket);
    }
    const other = await RawSocket.open(server());
    assert.equal((await other.join('realtime:cheia', { presence: { enabled: true } }, await tokenOf())).status, 'ok');
    assert.deepEqual(Object.keys((await other.frames.next())[4]), ['aba 9']);
    for (const socket of [...sockets, other]) socket.close();
  });

  test('a socket that floods is closed', async () => {
    const socket = await RawSocket.open(server());
    for (let number = 0; number < 1000; number += 1) socket.send('[null,"1","phoenix","heartbeat",{}]');
    assert.equal((await socket.closed).code, 1008);
  });

  // SQLite has one node.
  if (kind === 'SQLite') return;

  test('two nodes share broadcasts, presence and changes', async () => {
    const other = await server().anotherNode?.();
    assert.ok(other);
    try {
      const token = await tokenOf();
      const [here, there] = [await RawSocket.open(server()), await RawSocket.open(other)];
      const changes = [{ event: '*', schema: 'public', table: 'community_posts' }];
      const config = { presence: { key: 'b', enabled: true }, postgres_changes: changes };
      await here.join('realtime:sala', { presence: { key: 'a', enabled: true } }, token);
      assert.equal((await there.join('realtime:sala', config, token)).status, 'ok');
      const arrives = async (socket: RawSocket, wanted: string) => {
        for (;;) {
          const [, , , event, payload] = await socket.frames.next();
          if (event === wanted) return payload;
        }
      };
      await arrives(there, 'system');
      here.send(JSON.stringify(['1', null, 'realtime:sala', 'broadcast', { event: 'oi', payload: { n: 1 } }]));
      assert.deepEqual((await arrives(there, 'broadcast')).payload, { n: 1 });
      await here.ask('realtime:sala', 'presence', { event: 'track', payload: { nome: 'Ana' } });
      const diff = (await arrives(there, 'presence_diff')) as { joins: Record<string, unknown> };
      assert.deepEqual(Object.keys(diff.joins), ['a']);
      const { client } = await subscriber(server());
      const post = { title: 'Olá', content: 'Um texto.', channel_id: '1' };
      assert.equal((await client.from('community_posts').insert(post)).error, null);
      const { data } = (await arrives(there, 'postgres_changes')) as { data: { record: { title: string } } };
      assert.equal(data.record.title, 'Olá');
      here.close();
      const left = (await arrives(there, 'presence_diff')) as { leaves: Record<string, unknown> };
      assert.deepEqual(Object.keys(left.leaves), ['a']);
      there.close();
    } finally {
      await other.stop();
    }
  });
});
