/** The outbox of the demo. */
import { emailTo } from './emails.ts';
import { expect, expectAccessibleInBothSchemes, expectComplaints, expectNoSidewaysScroll, test } from './fixtures.ts';

test('an email is shown as text and as sandboxed HTML', async ({ page, request, complaints }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  const email = 'caixa@exemplo.com.br';
  const sent = await request.post('/rest/v1/waitlist_entries', {
    headers: { apikey: anonKey },
    data: { name: 'Ana', email },
  });
  expect(sent.status()).toBe(201);
  const message = page
    .getByRole('article')
    .filter({ hasText: email })
    .filter({ hasText: 'Você está na lista de espera' });
  await emailTo(request, email);
  await page.goto('/dev/outbox');
  await message.getByText('Ver só o texto').click();
  await expect(message.getByText('Para conversar antes, responda a este e-mail.')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  expect(complaints).toEqual([]);

  await message.getByText('Ver como e-mail').click();
  const frame = message.locator('iframe').contentFrame();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Você está na lista de espera.');
  // The browser reports every script that the sandbox blocks.
  await frame.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.append(Object.assign(document.createElement('script'), { text: 'document.title = "ran"' }));
  });
  await expectComplaints(complaints, /Blocked script execution in '[^']*\/dev\/outbox\//);
});
