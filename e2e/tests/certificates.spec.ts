/** A certificate: finished, issued, shown to everybody, taken back. */
import { openSignedIn, rowsOf } from './accounts.ts';
import { ANA, insert, member } from './community.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';
import { weigh } from './weight.ts';

test.use({ serverName: 'learning' });

test('a finished course gives a certificate until it is revoked', async ({ server, page, browser }) => {
  await member(server, ANA, 'Ana Prado');
  const course = crypto.randomUUID();
  const title = `Curso ${course.slice(0, 8)}`;
  await insert(server, 'courses', { id: course, title, level: 'Iniciante', is_published: true });
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
  check();
  await expectNoSidewaysScroll(other);
  await expectAccessibleInBothSchemes(other);

  await own.getByRole('switch', { name: 'Mostrar o meu nome' }).click();
  await expect(own.getByRole('switch', { name: 'Mostrar o meu nome' })).toBeEnabled();
  await other.reload();
  await expect(other.getByText(/preferiu não mostrar o nome/)).toBeVisible();

  const [row] = await rowsOf(server, 'certificates', `select=id&course_id=eq.${course}`);
  const revoked = await fetch(`${server.url}/functions/v1/revoke-certificate`, {
    method: 'POST',
    headers: {
      apikey: server.serviceKey,
      authorization: `Bearer ${server.serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ certificate_id: row?.id, reason: 'Conclusão contestada' }),
  });
  expect(revoked.status).toBe(200);
  await other.reload();
  await expect(other.getByText(/^Revogado em/)).toBeVisible();
  expect((await other.goto('/certificados/0000-0000-0000'))?.status()).toBe(404);
  await expect(other.getByRole('heading', { name: 'Certificado não encontrado' })).toBeVisible();
});
