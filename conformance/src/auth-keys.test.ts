/** Signing keys through the real client: a rotation beside the running server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { onEachDatabase } from './databases.ts';
import { person, visitor } from './people.ts';
import type { Server } from './server.ts';

const kidOf = (token: string | undefined): string => {
  const [header = ''] = (token ?? '').split('.');
  return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
};

async function published(server: Server): Promise<string[]> {
  const answer = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  return keys.map((key) => key.kid);
}

onEachDatabase('signing keys', (server) => {
  test('getClaims verifies tokens across a key rotation', async () => {
    const { client, id } = await person(server());
    const before = await client.auth.getSession();
    const old = before.data.session?.access_token;
    assert.equal((await client.auth.getClaims()).data?.claims.sub, id);

    const rotation = JSON.parse(await server().command('keys', 'rotate')) as { kid: string; signs_from: string };
    assert.notEqual(rotation.kid, kidOf(old));
    // The new key signs once its activation time has come; until then it is only published.
    let session = before.data.session;
    const deadline = Date.now() + 60_000;
    while (kidOf(session?.access_token) !== rotation.kid && Date.now() < deadline) {
      // Waits in short pauses, as other files are tested at the same time.
      await setTimeout(200);
      const refreshed = await client.auth.refreshSession();
      assert.equal(refreshed.error, null);
      session = refreshed.data.session;
    }
    assert.equal(kidOf(session?.access_token), rotation.kid);
    assert.ok(Date.now() >= Date.parse(rotation.signs_from) - 1_000);
    assert.deepEqual(new Set(await published(server())), new Set([kidOf(old), rotation.kid]));

    for (const token of [old, session?.access_token]) {
      const claims = await visitor(server()).auth.getClaims(token);
      assert.equal(claims.error, null);
      assert.equal(claims.data?.claims.sub, id);
      assert.equal((await visitor(server()).auth.getUser(token)).data.user?.id, id);
    }
    const again = await person(server(), 'depois');
    assert.equal((await again.client.auth.getClaims()).data?.claims.sub, again.id);
  });
});
