/** Accounts by telephone through the real client, with codes from the outbox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { emailsTo } from './emails.ts';
import { password, person, visitor } from './people.ts';
import type { Server } from './server.ts';

/** The code of the newest short message to a number, once there are as many. */
async function codeTo(server: Server, number: string, messages: number): Promise<string> {
  const [message] = await emailsTo(server, number, messages);
  assert.equal(message?.kind, 'sms');
  return message?.text.match(/^\d{6}/)?.[0] ?? '';
}

onEachDatabase('accounts by telephone', (server) => {
  test('the settings report telephone sign-in', async () => {
    const answer = await fetch(`${server().url}/auth/v1/settings`, { headers: { apikey: server().keys.anon } });
    const settings = (await answer.json()) as { external: Record<string, boolean>; phone_autoconfirm: boolean };
    assert.equal(settings.external.phone, true);
    assert.equal(settings.phone_autoconfirm, false);
  });

  test('a sign-up by telephone is confirmed by its code', async () => {
    const phone = '+5511999990001';
    const client = visitor(server());
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const made = await client.auth.signUp({ phone, password, options: { data: { nome: 'Ana' } } });
    assert.equal(made.error, null);
    assert.equal(made.data.session, null);
    assert.equal(made.data.user?.phone, '5511999990001');
    const early = await visitor(server()).auth.signInWithPassword({ phone, password });
    assert.equal(early.error?.code, 'phone_not_confirmed');
    const soon = await client.auth.resend({ type: 'sms', phone });
    assert.equal(soon.error?.code, 'over_sms_send_rate_limit');
    const token = await codeTo(server(), phone, 1);
    const verified = await client.auth.verifyOtp({ phone, token, type: 'sms' });
    assert.equal(verified.error, null);
    assert.ok(verified.data.user?.phone_confirmed_at);
    assert.equal(verified.data.user?.user_metadata.nome, 'Ana');
    assert.ok(events.includes('SIGNED_IN'));
    const again = await client.auth.verifyOtp({ phone, token, type: 'sms' });
    assert.equal(again.error?.code, 'otp_expired');
    const back = await visitor(server()).auth.signInWithPassword({ phone, password });
    assert.equal(back.error, null);
    const claims = await client.auth.getClaims();
    assert.equal(claims.data?.claims.phone, '5511999990001');
  });

  test('a code signs in, and an unknown number is answered alike', async () => {
    const phone = '+5511999990002';
    const client = visitor(server());
    for (const number of [phone, '+5511999990003']) {
      const asked = await client.auth.signInWithOtp({ phone: number, options: { shouldCreateUser: number === phone } });
      assert.equal(asked.error, null);
      assert.equal(asked.data.session, null);
    }
    const wrong = await client.auth.verifyOtp({ phone, token: 'abcdef', type: 'sms' });
    assert.equal(wrong.error?.code, 'otp_expired');
    const verified = await client.auth.verifyOtp({ phone, token: await codeTo(server(), phone, 1), type: 'sms' });
    assert.equal(verified.data.user?.phone, '5511999990002');
  });

  test('a telephone is added, and changed when both confirm', async () => {
    const { client, email } = await person(server());
    const [first, second] = ['+5511999990004', '+5511999990005'];
    const asked = await client.auth.updateUser({ phone: first });
    assert.equal(asked.error, null);
    assert.equal(asked.data.user?.new_phone, '5511999990004');
    const token = await codeTo(server(), first, 1);
    const taken = await client.auth.verifyOtp({ phone: first, token, type: 'phone_change' });
    assert.equal(taken.data.user?.phone, '5511999990004');
    assert.deepEqual(
      taken.data.user?.identities?.map((identity) => identity.provider),
      ['email', 'phone'],
    );
    const [message] = await emailsTo(server(), email, 1);
    assert.equal(message?.subject, 'O telefone da sua conta mudou');

    const early = await client.auth.updateUser({ phone: second });
    assert.equal(early.error?.code, 'reauthentication_needed', 'what was just added proves nothing yet');
    const again = await client.auth.signInWithPassword({ email, password });
    assert.equal(again.error, null);
    const change = await client.auth.updateUser({ phone: second });
    assert.equal(change.error, null);
    const fromFirst = await codeTo(server(), first, 2);
    const fromSecond = await codeTo(server(), second, 1);
    const half = await client.auth.verifyOtp({ phone: first, token: fromFirst, type: 'phone_change' });
    assert.equal(half.error, null);
    assert.equal(half.data.session, null);
    const whole = await client.auth.verifyOtp({ phone: second, token: fromSecond, type: 'phone_change' });
    assert.equal(whole.data.user?.phone, '5511999990005');
    const back = await visitor(server()).auth.signInWithPassword({ phone: second, password });
    assert.equal(back.data.user?.email, email);
  });

  test('invalid numbers and other countries are refused', async () => {
    for (const phone of ['123', '+19005550100', '+551140040000']) {
      const asked = await visitor(server()).auth.signInWithOtp({ phone });
      assert.equal(asked.error?.code, 'validation_failed', phone);
    }
  });
});
