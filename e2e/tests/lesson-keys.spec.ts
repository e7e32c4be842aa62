/** The keys of a lesson: what they do with the recording, where they lead, and how they are switched off. */
import type { Page } from '@playwright/test';
import { openSignedIn, untilOne } from './accounts.ts';
import { member } from './community.ts';
import { expect, expectAccessibleInBothSchemes, test } from './fixtures.ts';
import { courseOf, FILM, lessonPath, TEXT } from './lessons.ts';

test.use({ ownServer: true });

/** One property of the film. */
const film = <Name extends 'currentTime' | 'paused' | 'muted' | 'playbackRate' | 'volume'>(page: Page, name: Name) =>
  page.locator('video').evaluate((one: HTMLVideoElement, wanted) => one[wanted], name);

test('keys play, seek, slow down and silence the film', async ({ page, server }) => {
  const [first, second] = await courseOf(server, FILM, TEXT);
  const email = `teclas-${first}@exemplo.test`;
  await member(server, email, 'Ana Prado');
  await openSignedIn(page, email, lessonPath(first));
  await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await expect(help.getByRole('switch', { name: 'Atalhos de uma tecla' })).toBeChecked();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page.getByRole('button', { name: 'Assistir' })).toBeVisible();
  // The focus is back on the button of the help, which would take the space bar.
  await page.getByRole('heading', { level: 1 }).click();

  await page.keyboard.press('k');
  await expect.poll(() => film(page, 'currentTime')).toBeGreaterThan(0);
  await page.keyboard.press(' ');
  await expect.poll(() => film(page, 'paused')).toBe(true);
  await page.keyboard.press('5');
  await expect.poll(() => film(page, 'currentTime')).toBe(6);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => film(page, 'currentTime')).toBe(1);
  await page.keyboard.press('l');
  await expect.poll(() => film(page, 'currentTime')).toBe(11);
  await page.keyboard.press('j');
  await expect.poll(() => film(page, 'currentTime')).toBe(1);
  await expect(page.getByRole('status').filter({ hasText: 'Voltou 10 s' })).toBeAttached();
  await page.keyboard.press('m');
  expect(await film(page, 'muted')).toBe(true);

  // The speed holds for the next lesson, too.
  await page.keyboard.press('>');
  await expect.poll(() => film(page, 'playbackRate')).toBe(1.25);
  await untilOne(server, 'learning_settings', 'select=rate_percent&rate_percent=eq.125');
  await page.reload();
  await page.getByRole('button', { name: 'Assistir' }).click();
  await expect.poll(() => film(page, 'playbackRate')).toBe(1.25);

  await page.keyboard.press('n');
  await expect(page).toHaveURL(lessonPath(second));
  await expect(page.getByRole('heading', { level: 1, name: 'Aula 2' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(lessonPath(first));
});

test('shortcuts ignore typed text and can be switched off', async ({ page, server }) => {
  const [first, second] = await courseOf(server, FILM, TEXT);
  const email = `teclas-${first}@exemplo.test`;
  await member(server, email, 'Ana Prado');
  await openSignedIn(page, email, lessonPath(first));
  await expect(page.getByRole('button', { name: 'Assistir' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Nova anotação' }).fill('');
  await page.keyboard.type('nk 5');
  await expect(page.getByRole('textbox', { name: 'Nova anotação' })).toHaveValue('nk 5');
  expect(await film(page, 'paused')).toBe(true);

  await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
  await page.getByRole('switch', { name: 'Atalhos de uma tecla' }).click();
  await untilOne(server, 'member_preferences', 'select=single_keys&single_keys=is.false');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await page.keyboard.press('n');
  expect(await film(page, 'paused')).toBe(true);
  await page.getByRole('link', { name: /^Próxima aula/ }).click();
  await expect(page).toHaveURL(lessonPath(second));
});
