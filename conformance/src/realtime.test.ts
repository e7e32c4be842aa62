import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js';
import { onEachDatabase } from './databases.ts';
import { administrator, person, service, subscriber, visitor, withRole } from './people.ts';
import { Arrivals, join, openCommunity, subscribed } from './realtime.ts';

type Row = Record<string, unknown>;
type Change = RealtimePostgresChangesPayload<Row>;

onEachDatabase('realtime', (server) => {
  const open: SupabaseClient[] = [];
  /** A client whose sockets are closed after the test. */
  const client = <T extends SupabaseClient>(one: T): T => {
    open.push(one);
    return one;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.removeAllChannels()));
  });

  before(() => openCommunity(server()));

  async function member(): Promise<Awaited<ReturnType<typeof subscriber>>> {
    const someone = await subscriber(server());
    client(someone.client);
    return someone;
  }

  /** The changes of a table as a client sees them. */
  async function follow(one: SupabaseClient, table: string, filter?: string): Promise<Arrivals<Change>> {
    const arrivals = new Arrivals<Change>();
    const changes = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const;
    const ready = new Promise<void>((resolve, reject) => {
      const channel = one.channel(`${table}-${Math.random()}`).on('postgres_changes', changes, arrivals.add);
      channel.on('system', {}, ({ status, message }: { status: string; message: string }) => {
        if (status === 'ok') resolve();
        else reject(new Error(message));
      });
      channel.subscribe();
    });
    await ready;
    return arrivals;
  }

  test('a broadcast reaches others, and its sender only on request', async () => {
    const [one, other] = [await member(), await member()];
    const received = new Arrivals<Row>();
    const own = new Arrivals<Row>();
    await join(other.client.channel('sala').on('broadcast', { event: 'oi' }, received.add));
    const channel = one.client.channel('sala', { config: { broadcast: { ack: true } } });
    await join(channel.on('broadcast', { event: 'oi' }, own.add));
    assert.equal(await channel.send({ type: 'broadcast', event: 'oi', payload: { de: 'Ana' } }), 'ok');
    assert.deepEqual((await received.next()).payload, { de: 'Ana' });
    const selfish = other.client.channel('outra', { config: { broadcast: { self: true } } });
    const echoed = new Arrivals<Row>();
    await join(selfish.on('broadcast', { event: 'oi' }, echoed.add));
    await selfish.send({ type: 'broadcast', event: 'oi', payload: { de: 'Bia' } });
    assert.deepEqual((await echoed.next()).payload, { de: 'Bia' });
    assert.equal(own.left, 0);
  });

  test('visitors receive public broadcasts but cannot send', async () => {
    const someone = await member();
    const received = new Arrivals<Row>();
    const anonymous = client(visitor(server()));
    const listening = anonymous.channel('sala', { config: { broadcast: { ack: true } } });
    await join(listening.on('broadcast', { event: '*' }, received.add));
    assert.equal(await listening.send({ type: 'broadcast', event: 'oi', payload: {} }), 'error');
    const channel = someone.client.channel('sala', { config: { broadcast: { ack: true } } });
    await join(channel);
    await channel.send({ type: 'broadcast', event: 'depois', payload: {} });
    assert.equal((await received.next()).event, 'depois');
  });

  test('a topic can be joined again while its old channel leaves', async () => {
    const someone = await member();
    const first = someone.client.channel('mesma');
    await join(first);
    void someone.client.removeChannel(first);
    const second = someone.client.channel('mesma');
    await join(second);
    assert.equal(await second.send({ type: 'broadcast', event: 'oi', payload: {} }), 'ok');
    assert.equal(second.state, 'joined');
  });

  test('many rows at once leave the channels of other people', async () => {
    const [author, other] = [await member(), await member()];
    const [own, others] = [
      await follow(author.client, 'community_drafts'),
      await follow(other.client, 'community_drafts'),
    ];
    const draft = (place: string, user_id: string) => ({ user_id, place, content: 'Um texto.', sequence: 1 });
    const many = Array.from({ length: 101 }, (_, number) => draft(`post:${number}`, author.id));
    assert.equal((await service(server()).from('community_drafts').insert(many)).error, null);
    const [channel] = other.client.getChannels();
    assert.equal((await other.client.from('community_drafts').insert(draft('post:1', other.id))).error, null);
    assert.equal((await others.next()).eventType, 'INSERT');
    assert.equal(channel?.state, 'joined');
    assert.equal(own.left, 0);
  });

  test('HTTP broadcasts reach the topic as JSON and as bytes', async () => {
    const someone = await member();
    const received = new Arrivals<Row>();
    await join(someone.client.channel('sala').on('broadcast', { event: '*' }, received.add));
    const unjoined = someone.client.channel('sala-2');
    const sent = await unjoined.httpSend('oi', { a: 1 });
    assert.equal(sent.success, true);
    const endpoint = `${server().url}/realtime/v1/api/broadcast`;
    const key = server().keys.service_role;
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const messages = [{ topic: 'sala', event: 'lote', payload: { b: 2 } }];
    const batch = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify({ messages }) });
    assert.equal(batch.status, 202);
    assert.deepEqual((await received.next()).payload, { b: 2 });
    const bytes = await fetch(`${endpoint}/sala/events/bytes`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: new Uint8Array([1, 2, 3]),
    });
    assert.equal(bytes.status, 202);
    const binary = await received.next();
    assert.deepEqual([...new Uint8Array(binary.payload as ArrayBuffer)], [1, 2, 3]);
    const invalid = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify({ messages: [{}] }) });
    assert.equal(invalid.status, 422);
    const stranger = await fetch(`${endpoint}/sala/events/x`, {
      method: 'POST',
      headers: { apikey: server().keys.anon, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(stranger.status, 403);
  });

  test('presence reports present, joining and leaving members', async () => {
    const [one, other] = [await member(), await member()];
    const seen = new Arrivals<string>();
    const watching = other.client.channel('sala', { config: { presence: { key: 'bia' } } });
    watching.on('presence', { event: 'sync' }, () => seen.add(Object.keys(watching.presenceState()).join()));
    await join(watching);
    assert.equal(await seen.next(), '');
    const channel = one.client.channel('sala', { config: { presence: { key: 'ana' } } });
    await join(channel);
    assert.equal(await channel.track({ nome: 'Ana' }), 'ok');
    assert.equal(await seen.next(), 'ana');
    const [state] = watching.presenceState<{ nome: string }>().ana ?? [];
    assert.equal(state?.nome, 'Ana');
    await channel.untrack();
    assert.equal(await seen.next(), '');
    await channel.track({ nome: 'Ana' });
    assert.equal(await seen.next(), 'ana');
    await one.client.removeAllChannels();
    assert.equal(await seen.next(), '');
  });

  test('a private topic follows the membership of its channel', async () => {
    const someone = await member();
    const owner = service(server());
    const made = await owner.from('channels').insert({ name: 'reservado', is_private: true }).select('id').single();
    const id = made.data?.id as string;
    const topic = () => someone.client.channel(`channel:${id}`, { config: { private: true } });
    assert.equal(await subscribed(topic()), 'CHANNEL_ERROR');
    await someone.client.removeAllChannels();
    await owner.from('channel_members').insert({ channel_id: id, user_id: someone.id });
    const closed = new Arrivals<Row>();
    const channel = topic();
    channel.on('system', {}, closed.add);
    await join(channel);
    await owner.from('channel_members').delete().eq('channel_id', id).eq('user_id', someone.id);
    const refused = await closed.next();
    assert.equal(refused.status, 'error');
    assert.match(String(refused.message), /no longer have permission to read/);
  });

  test('a join replays the stored messages of a private topic', async () => {
    const someone = await member();
    await service(server()).from('channel_members').insert({ channel_id: '1', user_id: someone.id });
    const since = Date.now() - 1000;
    const key = server().keys.service_role;
    const send = async (event: string, query: string, body: BodyInit, type = 'application/json') => {
      const endpoint = `${server().url}/realtime/v1/api/broadcast/channel:1/events/${event}?private=true${query}`;
      const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': type };
      return (await fetch(endpoint, { method: 'POST', headers, body })).status;
    };
    assert.equal(await send('guardada', '&persist=true', '{"n":1}'), 202);
    assert.equal(await send('passageira', '', '{"n":2}'), 202);
    assert.equal(await send('bytes', '&persist[ttl]=60', new Uint8Array([7]), 'application/octet-stream'), 202);
    const received = new Arrivals<Row>();
    const config = { private: true, broadcast: { replay: { since, limit: 10 } } };
    await join(someone.client.channel('channel:1', { config }).on('broadcast', { event: '*' }, received.add));
    const [first, second] = [await received.next(), await received.next()];
    assert.deepEqual([first.event, first.payload, (first.meta as Row).replayed], ['guardada', { n: 1 }, true]);
    assert.equal(second.event, 'bytes');
    assert.equal(await send('viva', '&persist=true', '{"n":3}'), 202);
    const live = await received.next();
    assert.deepEqual([live.event, (live.meta as Row).replayed], ['viva', undefined]);
    await someone.client.removeAllChannels();
    const refused = someone.client.channel('channel:1', {
      config: { ...config, broadcast: { replay: { since, limit: 26 } } },
    });
    assert.equal(await subscribed(refused), 'CHANNEL_ERROR');
  });

  test('changes arrive as each caller reads the rows', async () => {
    const [author, someone, admin] = [await member(), await member(), await administrator(server())];
    client(admin.client);
    const plain = client(await person(server()).then((made) => made.client));
    const [members, staff, strangers] = [
      await follow(someone.client, 'community_posts'),
      await follow(admin.client, 'community_posts'),
      await follow(plain, 'community_posts'),
    ];
    const post = { title: 'Olá', content: 'Um texto.', channel_id: '1' };
    const written = await author.client.from('community_posts').insert(post).select().single();
    assert.equal(written.error, null);
    const inserted = await members.next();
    assert.equal(inserted.eventType, 'INSERT');
    assert.equal((inserted.new as Row).title, 'Olá');
    assert.ok(Object.keys(inserted.new).every((column) => column in written.data));
    assert.equal((await staff.next()).eventType, 'INSERT');
    const decision = { post_id: written.data.id, decision: 'hide', reason: 'Fora do assunto.' };
    assert.equal((await admin.client.rpc('decide_moderation_case', decision)).error, null);
    const left = await members.next();
    assert.deepEqual([left.eventType, left.old], ['DELETE', { id: written.data.id }]);
    assert.equal((await staff.next()).eventType, 'UPDATE');
    await service(server()).from('community_posts').delete().eq('id', written.data.id);
    assert.equal((await staff.next()).eventType, 'DELETE');
    const next = await author.client.from('community_posts').insert({ ...post, title: 'Outro' });
    assert.equal(next.error, null);
    assert.equal(((await members.next()).new as Row).title, 'Outro', 'the deletion of a hidden post is not sent');
    assert.equal(strangers.left, 0);
  });

  test('a filter and a table that is not live', async () => {
    const someone = await member();
    const filtered = await follow(someone.client, 'community_posts', 'title=like.Sim%');
    for (const title of ['Não', 'Sim, senhora']) {
      await someone.client.from('community_posts').insert({ title, content: title, channel_id: '1' });
    }
    assert.equal(((await filtered.next()).new as Row).title, 'Sim, senhora');
    await assert.rejects(follow(someone.client, 'contents'), /Unable to subscribe to changes/);
    await assert.rejects(follow(someone.client, 'community_posts', 'nada=eq.1'), /does not exist/);
  });

  test('comments and reviews of a content reach writers only', async () => {
    const [admin, editor, someone] = [
      await administrator(server()),
      await withRole(server(), 'editor'),
      await member(),
    ];
    for (const one of [editor, admin]) client(one.client);
    const titles = [{ title: 'Um texto' }, { title: 'Outro texto' }];
    const rows = titles.map((title) => ({ ...title, content_type: 'article' }));
    const made = await editor.client.from('contents').insert(rows).select('id');
    const [id, other] = (made.data ?? []).map((row) => row.id as string);
    const tables = ['content_comments', 'content_reviews'];
    const [comments, reviews] = await Promise.all(
      tables.map((table) => follow(admin.client, table, `content_id=eq.${id}`)),
    );
    const hidden = await Promise.all(
      [someone.client, client(visitor(server()))].flatMap((one) => tables.map((table) => follow(one, table))),
    );
    assert.ok(comments && reviews);
    for (const content_id of [other, id]) {
      const written = await editor.client.from('content_comments').insert({ content_id, body: `De ${content_id}` });
      assert.equal(written.error, null);
    }
    const comment = (await comments.next()).new as Row;
    assert.deepEqual([comment.content_id, comment.author_id, comment.resolved_at], [id, editor.id, null]);
    const own = editor.client.from('content_comments');
    await own.update({ resolved_at: new Date().toISOString() }).eq('id', comment.id);
    assert.ok(((await comments.next()).new as Row).resolved_at);
    await own.delete().eq('id', comment.id);
    const gone = await comments.next();
    assert.deepEqual([gone.eventType, gone.old], ['DELETE', { id: comment.id }]);

    for (const content_id of [other, id, id]) {
      const asked = await editor.client.rpc('request_content_review', { content_id });
      assert.equal(asked.error, null);
    }
    for (const asked of [await reviews.next(), await reviews.next()]) {
      assert.equal((asked.new as Row).state, 'waiting');
    }
    await admin.client.rpc('return_content_review', { content_id: id, comment: 'Falta a fonte.' });
    assert.equal(((await reviews.next()).new as Row).state, 'returned');
    assert.equal(((await comments.next()).new as Row).body, 'Falta a fonte.');
    await editor.client.from('content_reviews').delete().eq('content_id', id);
    assert.deepEqual((await reviews.next()).old, { content_id: id });
    assert.deepEqual(
      hidden.map(({ left }) => left),
      [0, 0, 0, 0],
    );
  });

  test('after a loss of access a channel rejoins without changes', async () => {
    const someone = await member();
    const states = new Arrivals<string>();
    const channel = someone.client.channel('mudança');
    const seen = new Arrivals<Change>();
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'community_posts' }, seen.add);
    channel.subscribe((state) => states.add(state));
    assert.equal(await states.next(), 'SUBSCRIBED');
    await service(server())
      .from('subscribers')
      .update({ status: 'canceled', subscribed: false })
      .eq('user_id', someone.id);
    assert.equal(await states.next(), 'CHANNEL_ERROR');
    assert.equal(await states.next(), 'SUBSCRIBED');
    const other = await member();
    const received = await follow(other.client, 'community_posts');
    await other.client.from('community_posts').insert({ title: 'x', content: 'x', channel_id: '1' });
    await received.next();
    assert.equal(seen.left, 0);
  });

  test('an ended session loses its private channels and joins none', async () => {
    const someone = await member();
    const session = await someone.client.auth.getSession();
    const token = session.data.session?.access_token ?? '';
    const listening = client(visitor(server()));
    await listening.realtime.setAuth(token);
    const closed = new Arrivals<Row>();
    const channel = listening.channel('channel:1', { config: { private: true } });
    channel.on('system', {}, closed.add);
    await join(channel);
    await someone.client.auth.signOut();
    assert.match(String((await closed.next()).message), /session has ended/);
    assert.equal(await subscribed(listening.channel('channel:2', { config: { private: true } })), 'CHANNEL_ERROR');
  });
});
