import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { service } from './people.ts';

onEachDatabase('durability', (server) => {
  test('acknowledged rows survive a kill, and none is torn', async () => {
    const acknowledged: string[] = [];
    const stop = new AbortController();
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const client = service(server());
      for (let number = 0; !stop.signal.aborted; number += 1) {
        // Two rows in one request: both or neither.
        const names = [`${writer}-${number}-a`, `${writer}-${number}-b`];
        const insert = client.from('categories').insert(names.map((name) => ({ name })));
        const answer = await insert.abortSignal(stop.signal);
        if (answer.error === null) acknowledged.push(...names);
        else if (!stop.signal.aborted) throw new Error(answer.error.message);
      }
    });
    // The kill comes after enough writes, not after some time.
    while (acknowledged.length < 400) await new Promise((resolve) => setImmediate(resolve));
    const restarted = server().killAndRestart();
    // Node's client may wait for ever for the answer of a killed server.
    stop.abort();
    await Promise.all([restarted, ...writers]);
    const stored = new Set<string>();
    for (let page = 0; ; page += 1) {
      const { data, error } = await service(server())
        .from('categories')
        .select('name')
        .order('name')
        .range(page * 1000, page * 1000 + 999);
      assert.equal(error, null);
      for (const row of data ?? []) stored.add(row.name as string);
      if ((data?.length ?? 0) < 1000) break;
    }
    for (const name of acknowledged) assert.ok(stored.has(name), `${name} was acknowledged and is gone`);
    for (const name of stored) {
      const other = name.endsWith('a') ? name.replace(/a$/, 'b') : name.replace(/b$/, 'a');
      assert.ok(stored.has(other), `${name} is half of a request`);
    }
  });
});
