/** The outbox of the demo: where a person reads the letters that were sent. */
import { expect, expectAccessible, expectComplaints, test } from './quiet.ts';

test('a letter can be read in the outbox as text and as it looks, and can do nothing there', async ({
  page,
  request,
  complaints,
}, { project }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  const email = `caixa-${project.name}@exemplo.com.br`;
  const sent = await request.post('/rest/v1/waitlist_entries', {
    headers: { apikey: anonKey },
    data: { name: 'Ana', email },
  });
  expect(sent.status()).toBe(201);
  const letter = page
    .getByRole('article')
    .filter({ hasText: email })
    .filter({ hasText: 'Você está na lista de espera' });
  await expect(async () => {
    await page.goto('/dev/outbox');
    await expect(letter).toBeVisible({ timeout: 500 });
  }).toPass();
  await letter.getByText('Ver só o texto').click();
  await expect(letter.getByText('Para conversar antes, responda a este e-mail.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(wider, 'nothing sticks out sideways').toBe(false);
  expect(complaints).toEqual([]);

  await letter.getByText('Ver como e-mail').click();
  const frame = letter.locator('iframe').contentFrame();
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Você está na lista de espera.');
  // The browser names every script it keeps from running in the frame, those of this very test included.
  expectComplaints(complaints, /Blocked script execution in '[^']*\/dev\/outbox\//);
});
