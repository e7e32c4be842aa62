import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './databases.ts';
import { administrator, person, service, subscriber, visitor } from './people.ts';

const article = { title: 'Um artigo', content_type: 'article', body: '<p>Corpo</p>', is_published: true };

onEachDatabase('data', (server) => {
  test('single() on no or two rows answers 406 with the count', async () => {
    const admin = await administrator(server());
    const none = await visitor(server()).from('contents').select('id').eq('title', 'nenhum').single();
    assert.equal(none.status, 406);
    assert.equal(none.error?.code, 'PGRST116');
    assert.match(none.error?.details ?? '', /0 rows/);
    await admin.client
      .from('contents')
      .insert([
        { ...article, title: 'Dois' },
        { ...article, title: 'Dois' },
      ])
      .throwOnError();
    const two = await visitor(server()).from('contents').select('id').eq('title', 'Dois').single();
    assert.equal(two.status, 406);
    assert.match(two.error?.details ?? '', /2 rows/);
    const maybe = await visitor(server()).from('contents').select('id').eq('title', 'nenhum').maybeSingle();
    assert.equal(maybe.error, null);
    assert.equal(maybe.data, null);
  });

  test('the URL may carry the API key; responses are not cached', async () => {
    const { anon, service_role } = server().keys;
    const ask = (query: string) => fetch(`${server().url}/rest/v1/${query}`);
    const rows = await ask(`contents?select=id&limit=1&apikey=${anon}`);
    assert.equal(rows.status, 200);
    assert.equal(rows.headers.get('cache-control'), 'private, no-store');
    assert.match(rows.headers.get('vary') ?? '', /accept/i);
    assert.equal((await ask(`subscribers?select=id&limit=1&apikey=${service_role}`)).status, 200);
    assert.equal((await ask('contents?select=id&apikey=nada')).status, 401);
  });

  test('writes return rows only on request, with the right status', async () => {
    const { client } = await administrator(server());
    const silent = await client.from('categories').insert({ name: 'Silenciosa' });
    assert.deepEqual([silent.status, silent.data, silent.error], [201, null, null]);
    const inserted = await client.from('categories').insert({ name: 'Contada' }).select().single();
    assert.equal(inserted.status, 201);
    assert.equal(inserted.data.name, 'Contada');
    const changed = await client.from('categories').update({ description: 'x' }).eq('name', 'Contada');
    assert.deepEqual([changed.status, changed.data], [204, null]);
    const shown = await client.from('categories').update({ description: 'y' }).eq('name', 'Contada').select();
    assert.equal(shown.status, 200);
    assert.equal(shown.data?.[0].description, 'y');
    const gone = await client.from('categories').delete().eq('name', 'Silenciosa');
    assert.equal(gone.status, 204);
  });

  test('unknown columns, tables and functions have own codes', async () => {
    const { client } = await administrator(server());
    const payload = await client.from('categories').insert({ name: 'X', nope: 1 });
    assert.equal(payload.error?.code, 'PGRST204');
    const filter = await client.from('categories').select('id').eq('nope', 1);
    assert.equal(filter.error?.code, '42703');
    const table = await client.from('nope').select('id');
    assert.equal(table.error?.code, 'PGRST205');
    assert.equal(table.status, 404);
    const fn = await client.rpc('nope');
    assert.equal(fn.error?.code, 'PGRST202');
    assert.equal(fn.status, 404);
    for (const answer of [payload, filter, table, fn]) {
      const { code, details, hint, message } = answer.error ?? {};
      assert.equal(typeof code, 'string');
      assert.equal(typeof message, 'string');
      assert.notEqual(details, undefined);
      assert.notEqual(hint, undefined);
    }
  });

  test('a refused insert is 401 for visitors and 403 for accounts', async () => {
    const anonymous = await visitor(server()).from('categories').insert({ name: 'Intrusa' });
    assert.deepEqual([anonymous.status, anonymous.error?.code], [401, '42501']);
    const { client } = await person(server());
    const signedIn = await client.from('categories').insert({ name: 'Intrusa' });
    assert.deepEqual([signedIn.status, signedIn.error?.code], [403, '42501']);
  });

  test('direct writes to roles, settings and subscriptions fail', async () => {
    const { client, id, email } = await person(server());
    const role = await client.from('user_roles').insert({ user_id: id, role: 'admin' });
    assert.equal(role.error?.code, '42501');
    const setting = await client
      .from('security_settings')
      .upsert({ setting_key: 'allow_signup', setting_value: 'false' });
    assert.equal(setting.error?.code, '42501');
    const paid = await client.from('subscribers').insert({ user_id: id, email, status: 'active' });
    assert.equal(paid.error?.code, '42501');
    const admin = await administrator(server());
    const direct = await admin.client
      .from('security_settings')
      .upsert({ setting_key: 'allow_signup', setting_value: 'false' });
    assert.equal(direct.error?.code, '42501');
  });

  test('member-only bodies and links reach subscribers only', async () => {
    const admin = await administrator(server());
    const external_link = 'https://example.com/pasta-secreta';
    const body = '<p>palavra-secreta</p>';
    const secret = { ...article, title: 'Reservado', body, external_link, is_member_only: true };
    const made = await admin.client.from('contents').insert(secret).select().single();
    assert.equal(made.error, null);
    const id = made.data.id as string;
    const guest = visitor(server());
    const card = await guest.from('contents').select('*').eq('id', id).single();
    assert.equal(card.data?.title, 'Reservado');
    assert.equal(card.data?.body, null);
    assert.equal(card.data?.external_link, null);
    for (const probe of [
      guest.from('contents').select('id').eq('id', id).eq('external_link', external_link),
      guest.from('contents').select('id').eq('id', id).like('body', '%secreta%'),
      guest.from('contents').select('id').eq('id', id).not('body', 'is', null),
      guest.from('contents').select('id').eq('id', id).or('body.ilike.*secreta*,title.eq.nada'),
      guest.from('contents').select('id').eq('id', id).ilike('search_text', '%secreta%'),
      guest.from('contents').select('id').eq('id', id).textSearch('body', 'secreta'),
      guest.from('categories').select('id,contents!inner(id)').like('contents.body', '%secreta%'),
    ]) {
      const answer = await probe;
      assert.deepEqual(answer.data ?? [], [], JSON.stringify(answer.error));
    }
    const reader = await subscriber(server());
    const read = await reader.client.from('contents').select('body,external_link').eq('id', id).single();
    assert.match(read.data?.body, /palavra-secreta/);
    assert.equal(read.data?.external_link, external_link);
  });

  test('stored HTML is sanitised, and the category is embedded', async () => {
    const { client } = await administrator(server());
    const category = await client.from('categories').insert({ name: 'Antes' }).select().single();
    const dirty = {
      ...article,
      title: 'Sujo',
      body: '<p onclick="x()">a</p><script>x()</script>',
      category_id: category.data.id,
    };
    const made = await client
      .from('contents')
      .insert({ ...dirty, category: 'Antes' })
      .select()
      .single();
    assert.equal(made.data.body, '<p>a</p>');
    await client.from('categories').update({ name: 'Depois' }).eq('id', category.data.id).throwOnError();
    const read = await visitor(server()).from('contents').select('category').eq('id', made.data.id).single();
    assert.equal(read.data?.category, 'Depois');
    const inUse = await client.from('categories').delete().eq('id', category.data.id);
    assert.deepEqual([inUse.status, inUse.error?.code], [409, '23503']);
  });

  test('counts, pages and ranges answer as the client expects', async () => {
    const { client } = await administrator(server());
    const rows = Array.from({ length: 12 }, (_, n) => ({ ...article, title: `Página ${n}`, read_time: 'contagem' }));
    await client.from('contents').insert(rows).throwOnError();
    const guest = visitor(server());
    const page = await guest.from('contents').select('id', { count: 'exact' }).eq('read_time', 'contagem').range(0, 4);
    assert.deepEqual([page.status, page.count, page.data?.length], [206, 12, 5]);
    const head = await guest.from('contents').select('*', { count: 'exact', head: true }).eq('read_time', 'contagem');
    assert.equal(head.count, 12);
    const past = await guest
      .from('contents')
      .select('id', { count: 'exact' })
      .eq('read_time', 'contagem')
      .range(20, 24);
    assert.deepEqual([past.status, past.error?.code], [416, 'PGRST103']);
    const empty = await guest.from('contents').select('id', { count: 'exact' }).eq('read_time', 'nada');
    assert.deepEqual([empty.status, empty.count, empty.data], [200, 0, []]);
  });

  test('embedding, aliases, casts, lists and logic work together', async () => {
    const { client } = await administrator(server());
    const category = await client.from('categories').insert({ name: 'Junta' }).select().single();
    await client
      .from('contents')
      .insert([
        { ...article, title: 'Com lista', tags: ['foco', 'prazo'], category_id: category.data.id },
        { ...article, title: 'Sem lista', tags: [], category_id: category.data.id },
      ])
      .throwOnError();
    const guest = visitor(server());
    const toOne = await guest
      .from('contents')
      .select('nome:title,categories(name)')
      .contains('tags', ['foco'])
      .eq('category_id', category.data.id);
    assert.deepEqual(toOne.data, [{ nome: 'Com lista', categories: { name: 'Junta' } }]);
    const toMany = await guest
      .from('categories')
      .select('name,contents(title)')
      .eq('id', category.data.id)
      .order('title', { referencedTable: 'contents', ascending: false })
      .limit(1, { referencedTable: 'contents' });
    assert.deepEqual(toMany.data, [{ name: 'Junta', contents: [{ title: 'Sem lista' }] }]);
    const logic = await guest
      .from('contents')
      .select('title')
      .eq('category_id', category.data.id)
      .or('title.eq."Com lista",and(is_featured.is.true,title.neq.x)')
      .not('title', 'in', '("Sem lista")');
    assert.deepEqual(logic.data, [{ title: 'Com lista' }]);
  });

  test('upsert merges or ignores, and names the constraint', async () => {
    const { client } = await administrator(server());
    const first = await client
      .from('hotmart_access')
      .upsert({ email: 'a@exemplo.com.br', active: true }, { onConflict: 'email' });
    assert.equal(first.status, 201);
    const merged = await client
      .from('hotmart_access')
      .upsert({ email: 'a@exemplo.com.br', active: false }, { onConflict: 'email' })
      .select()
      .single();
    assert.deepEqual([merged.status, merged.data?.active], [200, false]);
    await visitor(server()).from('newsletter_subscriptions').insert({ email: 'carta@exemplo.com.br' }).throwOnError();
    const again = await visitor(server()).from('newsletter_subscriptions').insert({ email: 'Carta@exemplo.com.br' });
    assert.deepEqual([again.status, again.error?.code], [409, '23505']);
    assert.match(again.error?.message ?? '', /newsletter_subscriptions_email_active_key/);
    const listed = await visitor(server())
      .from('newsletter_subscriptions')
      .select('email')
      .eq('email', 'carta@exemplo.com.br')
      .single();
    assert.equal(listed.error?.code, 'PGRST116', 'a visitor cannot ask who is subscribed');
  });

  test('bulk inserts with missing keys, csv and rpc behave', async () => {
    const { client } = await administrator(server());
    const bulk = await client
      .from('categories')
      .insert([{ name: 'B1' }, { name: 'B2', description: 'd' }], { defaultToNull: false })
      .select('name,description');
    assert.equal(bulk.error, null);
    assert.equal(bulk.data?.length, 2);
    const csv = await visitor(server()).from('categories').select('name').in('name', ['B1', 'B2']).order('name').csv();
    assert.equal(csv.data, 'name\nB1\nB2');
    const cleaned = await client.rpc('cleanup_old_auth_logs');
    assert.equal(cleaned.error, null);
    const refused = await (await person(server())).client.rpc('cleanup_old_auth_logs');
    assert.equal(refused.error?.code, '42501');
  });

  test('aggregates, spread relations and casts work as documented', async () => {
    const { client } = await administrator(server());
    const category = await client.from('categories').insert({ name: 'Somas' }).select().single();
    const category_id = category.data.id as string;
    const rows = ['Um', 'Dois', 'Três'].map((title) => ({ ...article, title, category_id, tags: ['soma'] }));
    await client.from('contents').insert(rows).throwOnError();
    await client
      .from('contents')
      .insert({ ...article, title: 'Rascunho', category_id, is_published: false })
      .throwOnError();
    const guest = visitor(server());
    const counted = await guest.from('categories').select('name,contents(count)').eq('id', category_id);
    assert.deepEqual(counted.data, [{ name: 'Somas', contents: [{ count: 3 }] }]);
    const total = await guest.from('contents').select('count').eq('category_id', category_id).single();
    assert.deepEqual(total.data, { count: 3 });
    const grouped = await guest
      .from('contents')
      .select('content_type,first:title.min(),n:count()')
      .eq('category_id', category_id);
    assert.deepEqual(grouped.data, [{ content_type: 'article', first: 'Dois', n: 3 }]);
    const toOne = await guest
      .from('contents')
      .select('title,...categories(category_name:name)')
      .eq('category_id', category_id)
      .order('title')
      .limit(1);
    assert.deepEqual(toOne.data, [{ title: 'Dois', category_name: 'Somas' }]);
    const toMany = await guest
      .from('categories')
      .select('...contents(titles:title)')
      .eq('id', category_id)
      .order('title', { referencedTable: 'contents' });
    assert.deepEqual(toMany.data, [{ titles: ['Dois', 'Três', 'Um'] }]);
    const day = await guest.from('contents').select('day:created_at::date').eq('category_id', category_id).limit(1);
    assert.match((day.data as { day: string }[] | null)?.[0]?.day ?? '', /^\d{4}-\d{2}-\d{2}$/);
    const refused = await guest.from('contents').select('title::int');
    assert.deepEqual([refused.status, refused.error?.message], [400, 'cannot cast type text to integer']);
    // What is hidden row by row is hidden within an aggregate.
    const secret = { ...article, title: 'Zeta', body: '<p>zzz</p>', category_id, is_member_only: true };
    await client.from('contents').insert(secret).throwOnError();
    const bodies = await guest.from('contents').select('n:body.count(),last:body.max()').eq('category_id', category_id);
    assert.deepEqual(bodies.data, [{ n: 3, last: '<p>Corpo</p>' }]);
  });

  test('the specification lists permitted paths; roots allow CORS', async () => {
    const open = await visitor(server()).getOpenApiSpec();
    assert.equal(open.error, null);
    const paths = Object.keys(open.data?.paths ?? {});
    assert.ok(paths.includes('/contents'));
    assert.ok(!paths.includes('/user_roles') && !paths.includes('/rpc/cleanup_old_auth_logs'));
    const { client } = await administrator(server());
    const whole = await client.getOpenApiSpec();
    assert.ok(Object.keys(whole.data?.paths ?? {}).includes('/rpc/cleanup_old_auth_logs'));
    for (const root of ['/rest/v1/', '/auth/v1/', '/storage/v1/', '/functions/v1/']) {
      const answer = await fetch(`${server().url}${root}`, { headers: { origin: 'https://site.exemplo' } });
      assert.equal(answer.headers.get('access-control-allow-origin'), '*', root);
      assert.doesNotMatch(answer.headers.get('content-type') ?? '', /html/, root);
    }
  });

  test('a procedure that is counted has one row', async () => {
    const { client } = await administrator(server());
    const figures = await client.rpc('visit_figures', { since: '2026-01-01' }, { count: 'exact' });
    assert.deepEqual([figures.status, figures.count, figures.error], [200, 1, null]);
  });

  test('URL columns refuse scripts, data and protocol-relative URLs', async () => {
    const { client } = await administrator(server());
    const made = await client.from('contents').insert(article).select('id').single();
    for (const column of ['file_url', 'thumbnail_url', 'external_link']) {
      for (const address of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.example/x']) {
        const refused = await client
          .from('contents')
          .update({ [column]: address })
          .eq('id', made.data?.id);
        assert.equal(refused.error?.code, '23514', `${column} ${address}`);
      }
    }
    const kept = { file_url: '/storage/v1/object/public/contents/a.pdf', thumbnail_url: `${server().url}/a.png` };
    await client.from('contents').update(kept).eq('id', made.data?.id).throwOnError();
  });

  test('costly requests of visitors are refused with stable codes', async () => {
    const guest = visitor(server());
    const many = Array.from({ length: 9 }, (_, n) => `a${n}:categories(name)`).join(',');
    const answers = await Promise.all([
      guest.from('contents').select('id').filter('title', 'match', '^Um'),
      guest.from('contents').select(`id,${many}`),
      guest
        .from('contents')
        .select('id')
        .in(
          'title',
          Array.from({ length: 2_001 }, (_, n) => `x${n}`),
        ),
      guest
        .from('contents')
        .select('id')
        .textSearch('search_text', Array.from({ length: 33 }, (_, n) => `z${n}`).join(' | ')),
    ]);
    for (const { status, error } of answers) assert.match(`${status} ${error?.code}`, /^400 (54000|PGRST100)$/);
  });

  test('the last administrator cannot be removed', async () => {
    const owner = service(server());
    const { data: admins } = await owner.from('user_roles').select('id').eq('role', 'admin').order('created_at');
    assert.ok(admins && admins.length > 0);
    const { client } = await administrator(server());
    const refused = await client.from('user_roles').delete().eq('role', 'admin');
    assert.equal(refused.error?.code, 'P0001');
    const { count } = await owner.from('user_roles').select('*', { count: 'exact', head: true }).eq('role', 'admin');
    assert.equal(count, admins.length + 1);
  });

  test('too many headers and too long an address are refused', async () => {
    const ask = async (path: string, headers: Record<string, string>) =>
      (await fetch(`${server().url}${path}`, { headers })).status;
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`x-flood-${n}`, 'x']));
    assert.equal(await ask('/rest/v1/contents', many), 431);
    assert.ok([413, 414, 431].includes(await ask(`/rest/v1/contents?select=${'a'.repeat(200_000)}`, {})));
    assert.equal(await ask('/rest/v1/contents?select=id&limit=1', {}), 200);
  });

  test('preflights pass on every service with unknown headers', async () => {
    for (const path of [
      '/auth/v1/user',
      '/rest/v1/contents',
      '/storage/v1/bucket',
      '/functions/v1/x',
      '/realtime/v1/x',
    ]) {
      const answer = await fetch(`${server().url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://site.exemplo',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'x-learnt-yesterday, apikey',
        },
      });
      assert.ok([200, 204].includes(answer.status), `${path} ${answer.status}`);
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /x-learnt-yesterday/, path);
    }
  });
});
