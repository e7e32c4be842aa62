/** A certificate: finished, issued, shown to everybody, taken back in the panel and issued again. */
import { createLocalJWKSet, EmbeddedJWK, type JSONWebKeySet, jwtVerify } from 'jose';
import { openSignedIn } from './accounts.ts';
import { ANA, insert, member } from './community.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, openAsAdmin, test } from './fixtures.ts';
import { expectOpenBadge } from './open-badge.ts';
import { weigh } from './weight.ts';

test.use({ ownServer: true });

/**
 * Verifies a credential by a library that this project did not write, with the key in the credential and with the
 * published keys. No server is asked.
 */
async function expectVerified(credential: string, published: JSONWebKeySet): Promise<void> {
  for (const keys of [EmbeddedJWK, createLocalJWKSet(published)]) {
    const { payload, protectedHeader } = await jwtVerify(credential, keys, { algorithms: ['ES256'] });
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload.credentialSubject).toMatchObject({ type: ['AchievementSubject'] });
    expect(payload.iss).toBe((payload.issuer as { id: string }).id);
    expectOpenBadge(payload);
  }
  const [header, body, signature] = credential.split('.');
  const changed = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body ?? '', 'base64url').toString()), name: 'Outro' }),
  );
  const forged = [header, changed.toString('base64url'), signature].join('.');
  await expect(jwtVerify(forged, createLocalJWKSet(published))).rejects.toThrow('signature verification failed');
}

test('a finished course gives a certificate until it is revoked', async ({ server, page, browser }) => {
  await member(server, ANA, 'Ana Prado');
  const course = crypto.randomUUID();
  const title = `Curso ${course.slice(0, 8)}`;
  const described = { id: course, title, level: 'Iniciante', is_published: true, certificate_months: 24 };
  await insert(server, 'courses', described);
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Única parte' });
  const lesson = { course_id: course, module_id: course, kind: 'text', body: '<p>Um texto curto.</p>' };
  await insert(server, 'lessons', { ...lesson, title: 'Ler', duration_seconds: 0 });

  await openSignedIn(page, ANA, `/membros/aprendizagem/curso/${course}`);
  await page.getByRole('link', { name: 'Começar' }).click();
  // The whole of a short text is on the screen: it is read.
  await expect(page.getByText('Curso concluído')).toBeVisible();
  await page.goto(`/membros/aprendizagem/curso/${course}`);
  await page.getByRole('button', { name: 'Emitir certificado' }).click();
  await page.getByLabel('Nome a imprimir').fill('Ana Souza de Ávila');
  await page.getByRole('button', { name: 'Emitir', exact: true }).click();
  const link = page.getByRole('link', { name: 'Ver certificado' });
  await expect(link).toBeVisible();
  const address = (await link.getAttribute('href')) ?? '';

  await page.goto('/membros/aprendizagem/painel');
  const own = page.getByRole('region', { name: 'Certificados' });
  await expect(own.getByText('Ana Souza de Ávila')).toBeVisible();
  await expect(own.getByText(/^Válido até /)).toBeVisible();
  const download = page.waitForEvent('download');
  await own.getByRole('button', { name: 'PDF', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^certificado-.*\.pdf$/);
  await expect(own.getByRole('link', { name: /Adicionar ao LinkedIn/ })).toHaveAttribute('href', /linkedin\.com/);
  await expectAccessibleInBothSchemes(page);

  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  const check = await weigh(other);
  await other.goto(address);
  await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(other.getByText('Válido', { exact: true })).toBeVisible();
  await expect(other.getByText('Ana Souza de Ávila')).toBeVisible();
  await expect(other.getByText(/^até \d{2}\/\d{2}\/\d{4}$/)).toBeVisible();
  check();
  await expectNoSidewaysScroll(other);
  await expectAccessibleInBothSchemes(other);

  const files = address.replace('/certificados/', '/credentials/');
  const credential = await (await other.request.get(`${files}/certificado.jwt`)).text();
  const published = await (await other.request.get('/credentials/keys.json')).json();
  await expectVerified(credential, published);

  await own.getByRole('switch', { name: 'Mostrar o meu nome' }).click();
  await expect(own.getByRole('switch', { name: 'Mostrar o meu nome' })).toBeEnabled();
  await other.reload();
  await expect(other.getByText(/preferiu não mostrar o nome/)).toBeVisible();
  await own.getByRole('switch', { name: 'Mostrar o meu nome' }).click();
  await expect(own.getByRole('switch', { name: 'Mostrar o meu nome' })).toBeChecked();

  const panel = await (await browser.newContext({ baseURL: server.url })).newPage();
  await openAsAdmin(panel, `/admin/certificados?busca=${encodeURIComponent('de Ávila')}&curso=${course}`);
  await expect(panel.getByText('Ana Souza de Ávila')).toBeVisible();
  await expectAccessibleInBothSchemes(panel);
  await expectNoSidewaysScroll(panel);
  await panel.getByRole('button', { name: 'Revogar o certificado de Ana Souza de Ávila' }).click();
  const dialog = panel.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await expect(dialog.getByText('Escreva o motivo.')).toBeVisible();
  await expectAccessibleInBothSchemes(panel);
  await dialog.getByLabel('Motivo').fill('Conclusão contestada');
  await dialog.getByRole('button', { name: 'Revogar' }).click();
  await expect(panel.getByText('Motivo da revogação: Conclusão contestada')).toBeVisible();
  await other.reload();
  await expect(other.getByText(/^Revogado em/)).toBeVisible();
  await expect(other.getByText(/ certificou que /)).toBeVisible();

  await panel.getByRole('button', { name: 'Reemitir o certificado de Ana Souza de Ávila' }).click();
  await dialog.getByLabel('Nome a imprimir').fill('Ana de Ávila');
  await dialog.getByRole('checkbox', { name: /^Renovar a validade/ }).check();
  await expectAccessibleInBothSchemes(panel);
  await dialog.getByRole('button', { name: 'Reemitir' }).click();
  await expect(panel.getByText('Antes: Ana Souza de Ávila')).toBeVisible();
  await other.reload();
  await expect(other.getByText('Válido', { exact: true })).toBeVisible();
  await panel.goto('/admin/auditoria');
  await expect(panel.getByRole('paragraph').filter({ hasText: 'Certificado reemitido' }).first()).toBeVisible();
  await expect(panel.getByRole('paragraph').filter({ hasText: 'Certificado revogado' }).first()).toBeVisible();

  expect((await other.goto('/certificados/0000-0000-0000'))?.status()).toBe(404);
  await expect(other.getByRole('heading', { name: 'Certificado não encontrado' })).toBeVisible();
});
