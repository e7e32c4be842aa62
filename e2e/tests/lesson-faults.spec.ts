/** A film that is watched while something goes wrong: no connection, a subscription that ends, a lesson that is removed. */
import type { Page } from '@playwright/test';
import { openSignedIn, rowsOf } from './accounts.ts';
import { insert, member, remove } from './community.ts';
import { expect, expectAccessibleInBothSchemes, expectComplaints, holdRequests, test } from './fixtures.ts';
import { courseOf, FILM, lessonPath } from './lessons.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

const time = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);
const pause = (page: Page) => page.locator('video').evaluate((film: HTMLVideoElement) => film.pause());
const progress = async (server: Server, lesson: string) =>
  (await rowsOf(server, 'lesson_progress', `lesson_id=eq.${lesson}&select=played_share,completed_by`))[0];

/** A member who watches the only film of a course; the email and ids. */
async function watching(page: Page, server: Server) {
  const [lesson = ''] = await courseOf(server, FILM);
  const email = `falhas-${lesson}@exemplo.test`;
  const id = await member(server, email, 'Ana Prado');
  await openSignedIn(page, email, lessonPath(lesson));
  await page.getByRole('button', { name: 'Assistir' }).click();
  await expect.poll(() => time(page)).toBeGreaterThan(0);
  return { lesson, email, id };
}

test('offline progress counts once the connection returns', async ({ page, server, context, complaints }) => {
  const { lesson } = await watching(page, server);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.buffered.end(0))).toBeGreaterThan(11);
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Velocidade' }).selectOption('2');
  await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.ended)).toBe(true);
  expect(Number((await progress(server, lesson))?.played_share)).toBeLessThan(90);
  await context.setOffline(false);
  await expect(page.getByText('Curso concluído')).toBeVisible();
  expect((await progress(server, lesson))?.completed_by).toBe('played');
  await expectComplaints(complaints, /ERR_INTERNET_DISCONNECTED|could not be saved|foi possível|could not be fetched/);
});

test('a jump during a pending save becomes the saved position', async ({ page, server }) => {
  const { lesson, id } = await watching(page, server);
  const release = await holdRequests(page, '**/functions/v1/save-lesson-progress');
  const sent = page.waitForRequest('**/functions/v1/save-lesson-progress');
  await pause(page);
  await sent;
  await page.locator('video').evaluate((film: HTMLVideoElement) => {
    film.currentTime = 9;
  });
  const waited = () =>
    page.evaluate((key) => {
      const pending: Record<string, { position: number; measuredAt: number }> = JSON.parse(
        localStorage.getItem(key) ?? '{}',
      );
      const { position, measuredAt = 0 } = Object.values(pending)[0] ?? {};
      return position === 9 ? Date.now() - measuredAt : 0;
    }, `aulas-por-enviar:${id}`);
  // Noted once more a second after the jump, and older than a second now: dated before the first, it would be dropped.
  await expect.poll(waited).toBeGreaterThan(1_600);
  release();
  await expect
    .poll(async () => (await rowsOf(server, 'lesson_progress', `lesson_id=eq.${lesson}&select=position`))[0]?.position)
    .toBe(9);
});

test('an ended subscription pauses progress without losing it', async ({ page, server, complaints }) => {
  const { lesson, email, id } = await watching(page, server);
  await remove(server, 'subscribers', `user_id=eq.${id}`);
  await pause(page);
  await expect(page.getByRole('alert')).toContainText('A sua assinatura não está ativa.');
  await expectAccessibleInBothSchemes(page);
  await insert(server, 'subscribers', { user_id: id, email, subscribed: true, status: 'active', plan: 'scale' });
  await page.keyboard.press('k');
  await expect.poll(() => time(page)).toBeGreaterThan(5);
  await pause(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(async () => Number((await progress(server, lesson))?.played_share)).toBeGreaterThan(30);
  await expectComplaints(complaints, /status of 403|could not be saved/);
});

test('a lesson removed while watched is reported; its notes stay', async ({ page, server, complaints }) => {
  const { lesson, id } = await watching(page, server);
  await insert(server, 'lesson_notes', { user_id: id, lesson_id: lesson, at_seconds: 5, content: 'Fica comigo.' });
  await remove(server, 'lessons', `id=eq.${lesson}`);
  await pause(page);
  await expect(page.getByRole('alert')).toContainText('Esta aula foi retirada do curso');
  await page.goto('/membros/aprendizagem/anotacoes');
  await expect(page.getByRole('heading', { level: 2, name: 'De aulas que saíram do ar' })).toBeVisible();
  await expect(page.getByText('Fica comigo.')).toBeVisible();
  await expectComplaints(complaints, /status of 404|the progress of lessons is refused/);
});
