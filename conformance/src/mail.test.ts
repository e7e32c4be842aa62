/** Emails after forms, and the newsletter's subscription, read from the outbox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { type Email, emailsTo } from './emails.ts';
import { administrator, visitor } from './people.ts';

/** The token in the unsubscribe link of an email. */
function tokenOf(message: Email | undefined): string {
  const link = message?.links.find((each) => each.includes('/newsletter/sair/'));
  return link?.split('/').at(-1) ?? '';
}

onEachDatabase('mail', (server) => {
  test('a contact reaches the owner and is confirmed to the visitor', async () => {
    const message = 'Uma linha que só existe aqui.';
    await visitor(server())
      .from('contacts')
      .insert({ name: 'Ana Lima', email: 'ana@exemplo.com.br', subject: 'Parcerias', message })
      .throwOnError();
    const [receipt] = await emailsTo(server(), 'ana@exemplo.com.br', 1);
    assert.equal(receipt?.kind, 'email');
    assert.equal(receipt?.subject, 'Recebi a sua mensagem');
    assert.doesNotMatch(receipt.text + receipt.html, /Ana Lima|só existe aqui/);
    const site = (await (await fetch(`${server().url}/content/site.json`)).json()) as { links: { email: string } };
    const [notice] = await emailsTo(server(), site.links.email, 1);
    assert.equal(notice?.subject, 'Contato pelo site: Parcerias');
    for (const part of ['Ana Lima', 'ana@exemplo.com.br', message]) assert.ok(notice.text.includes(part), part);
    assert.ok(Date.parse(notice.at) > 0);
  });

  test('a subscription is welcomed, ended by its token, and renewed', async () => {
    const email = 'leitora@exemplo.com.br';
    const client = visitor(server());
    await client.from('newsletter_subscriptions').insert({ email }).throwOnError();
    const [welcome] = await emailsTo(server(), email, 1);
    assert.equal(welcome?.subject, 'Sua inscrição na carta');
    const token = tokenOf(welcome);
    assert.equal(token.length, 32);

    const confirmed = await client.rpc('confirm_newsletter', { token });
    assert.deepEqual([confirmed.status, confirmed.data], [200, true]);
    const twice = await client.from('newsletter_subscriptions').insert({ email });
    assert.equal(twice.error?.code, '23505');
    for (const _ of [1, 2]) {
      const left = await client.rpc('unsubscribe_newsletter', { token });
      assert.deepEqual([left.status, left.data], [200, true]);
    }
    const late = await client.rpc('confirm_newsletter', { token });
    assert.equal(late.data, false, 'who left stays away until they subscribe again');

    await client.from('newsletter_subscriptions').insert({ email }).throwOnError();
    const messages = await emailsTo(server(), email, 2);
    assert.notEqual(tokenOf(messages[0]), token, 'a new subscription has an unsubscribe link of its own');
    const old = await client.rpc('unsubscribe_newsletter', { token });
    assert.equal(old.data, true);
    const again = await client.from('newsletter_subscriptions').insert({ email });
    assert.equal(again.error, null, 'the old link ended the new subscription too');
  });

  test('an unknown newsletter token returns false; GET is refused', async () => {
    const client = visitor(server());
    for (const name of ['confirm_newsletter', 'unsubscribe_newsletter']) {
      for (const token of ['', 'nada', 'leitora@exemplo.com.br']) {
        const answer = await client.rpc(name, { token });
        assert.deepEqual([answer.status, answer.data], [200, false], `${name} ${token}`);
      }
      const opened = await client.rpc(name, { token: 'nada' }, { get: true });
      assert.equal(opened.status, 405, name);
    }
  });

  test('newsletter tokens are hidden; mail columns refuse writes', async () => {
    const email = 'segredo@exemplo.com.br';
    await visitor(server()).from('newsletter_subscriptions').insert({ email }).throwOnError();
    const token = tokenOf((await emailsTo(server(), email, 1))[0]);
    const { client: admin } = await administrator(server());
    const whole = await admin.from('newsletter_subscriptions').select('*').eq('email', email).single().throwOnError();
    assert.equal('token' in whole.data, false);
    assert.ok(whole.data.confirmed_at && whole.data.notified_at);
    const asked = await admin.from('newsletter_subscriptions').select('token');
    assert.equal(asked.error?.code, '42501');
    for (const pattern of [token, `${token.slice(0, 4)}%`, '%']) {
      const guessed = await admin.from('newsletter_subscriptions').select('id').like('token', pattern).throwOnError();
      assert.deepEqual(guessed.data, [], pattern);
    }
    const now = new Date().toISOString();
    for (const column of ['confirmed_at', 'notified_at', 'unsubscribed_at', 'token']) {
      const row = { email: 'outra@exemplo.com.br', [column]: now };
      const inserted = await visitor(server()).from('newsletter_subscriptions').insert(row);
      assert.equal(inserted.error?.code, '42501', column);
      const changed = await admin
        .from('newsletter_subscriptions')
        .update({ [column]: now })
        .eq('email', email);
      assert.equal(changed.error?.code, '42501', column);
    }
    const contact = { name: 'Ana', email, subject: 'Parcerias', message: 'Olá', notified_at: now };
    const muted = await visitor(server()).from('contacts').insert(contact);
    assert.equal(muted.error?.code, '42501', 'a form cannot keep its message from the owner');
  });

  test('messages and refused addresses are closed to clients', async () => {
    const { client: admin } = await administrator(server());
    for (const table of ['mail_messages', 'mail_suppressions']) {
      for (const client of [visitor(server()), admin]) {
        const answer = await client.from(table).select('*');
        assert.equal(answer.error?.code, 'PGRST205', table);
      }
    }
  });
});
