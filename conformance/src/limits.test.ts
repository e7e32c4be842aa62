import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { administrator, service, visitor } from './people.ts';

const PER_HOUR = 30;

onEachDatabase('limits', (server) => {
  test('a public table takes thirty rows an hour from an address', async () => {
    const client = visitor(server());
    for (const [table, row] of [
      ['newsletter_subscriptions', (index: number) => ({ email: `leitora-${index}@exemplo.com.br` })],
      ['waitlist_entries', (index: number) => ({ name: 'Ana', email: `espera-${index}@exemplo.com.br` })],
      [
        'contacts',
        (index: number) => ({
          name: 'Ana',
          email: 'ana@exemplo.com.br',
          subject: 'Parcerias',
          message: `Oi, ${index}`,
        }),
      ],
    ] as const) {
      const many = Array.from({ length: PER_HOUR - 1 }, (_, index) => row(index));
      await client.from(table).insert(many).throwOnError();
      await client.from(table).insert(row(PER_HOUR)).throwOnError();
      const refused = await client.from(table).insert(row(PER_HOUR + 1));
      assert.deepEqual([refused.status, refused.error?.code], [429, 'over_request_rate_limit'], table);
      assert.match(refused.error?.details ?? '', /^Try again in \d+ seconds\.$/);
      await service(server())
        .from(table)
        .insert(row(PER_HOUR + 1))
        .throwOnError();
      const { count } = await service(server()).from(table).select('*', { count: 'exact', head: true });
      assert.equal(count, PER_HOUR + 1, table);
    }
    const raw = await fetch(`${server().url}/rest/v1/waitlist_entries`, {
      method: 'POST',
      headers: { apikey: server().keys.anon, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ana', email: 'mais-uma@exemplo.com.br' }),
    });
    assert.equal(raw.status, 429);
    const wait = Number(raw.headers.get('retry-after'));
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait} seconds`);
  });
});

onEachDatabase('public forms', (server) => {
  test('the same message is taken once, another or a later one again', async () => {
    const client = visitor(server());
    const message = { name: 'Ana', email: 'Ana@exemplo.com.br', subject: 'Parcerias', message: 'Bom dia.' };
    await client.from('contacts').insert(message).throwOnError();
    const again = await client.from('contacts').insert({ ...message, email: 'ana@exemplo.com.br' });
    assert.deepEqual([again.status, again.error?.code], [409, '23505']);
    await client
      .from('contacts')
      .insert({ ...message, message: 'Boa tarde.' })
      .throwOnError();
    const { count } = await service(server()).from('contacts').select('*', { count: 'exact', head: true });
    assert.equal(count, 2);
  });

  test('the waitlist takes an address once, for administrators only', async () => {
    const client = visitor(server());
    const entry = { name: ' Ana ', email: 'Ana@Exemplo.com.br', company: null, size: '10 a 49' };
    await client.from('waitlist_entries').insert(entry).throwOnError();
    const again = await client.from('waitlist_entries').insert({ ...entry, email: 'ana@exemplo.com.br' });
    assert.deepEqual([again.status, again.error?.code], [409, '23505']);
    assert.match(again.error?.message ?? '', /waitlist_entries_email_key/);
    for (const wrong of [
      { ...entry, email: 'bia@exemplo.com.br', size: 'Enorme' },
      { ...entry, email: 'bia@exemplo.com.br', name: ' ' },
      { ...entry, email: 'bia@exemplo' },
    ]) {
      assert.equal((await client.from('waitlist_entries').insert(wrong)).error?.code, '23514');
    }
    for (const column of ['id', 'created_at', 'notified_at']) {
      const value = column === 'id' ? crypto.randomUUID() : new Date().toISOString();
      const refused = await client
        .from('waitlist_entries')
        .insert({ ...entry, email: 'bia@exemplo.com.br', [column]: value });
      assert.equal(refused.error?.code, '42501', column);
    }
    const seen = await client.from('waitlist_entries').select('*');
    assert.deepEqual(seen.data, []);
    assert.deepEqual(
      (await client.from('waitlist_entries').update({ name: 'X' }).eq('email', 'ana@exemplo.com.br').select()).data,
      [],
    );
    assert.deepEqual(
      (await client.from('waitlist_entries').delete().eq('email', 'ana@exemplo.com.br').select()).data,
      [],
    );
    const admin = await administrator(server());
    const rows = await admin.client.from('waitlist_entries').select('name,email,size,notified_at').throwOnError();
    assert.equal(rows.data?.length, 1);
    assert.deepEqual([rows.data?.[0]?.name, rows.data?.[0]?.email], ['Ana', 'ana@exemplo.com.br']);
    const claimed = await admin.client.from('waitlist_entries').update({ notified_at: null }).eq('name', 'Ana');
    assert.equal(claimed.error?.code, '42501');
  });
});
