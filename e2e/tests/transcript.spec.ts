/** Captions of a film and its transcript, as a member uses them. */
import { openSignedIn, rowsOf } from './accounts.ts';
import { ANA, insert, member, publish } from './community.ts';
import { expect, expectAccessibleInBothSchemes, expectNoSidewaysScroll, test } from './fixtures.ts';

test.use({ serverName: 'learning' });

const CAPTIONS = `WEBVTT

00:00.000 --> 00:03.000
A negociação começa antes da reunião.

00:03.000 --> 00:06.000
Quem pergunta conduz.

00:06.000 --> 00:12.000
O preço vem depois.
`;

test('captions are chosen and remembered, and the transcript leads to its places @phone', async ({ page, server }) => {
  const course = crypto.randomUUID();
  const lesson = crypto.randomUUID();
  await insert(server, 'courses', { id: course, title: 'Com legendas', level: 'Iniciante', is_published: true });
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Parte' });
  await insert(server, 'lessons', {
    id: lesson,
    course_id: course,
    module_id: course,
    title: 'Aula com legendas',
    kind: 'video',
    file_url: '/storage/v1/object/authenticated/courses/demo/filme.mp4',
    duration_seconds: 12,
    captions: CAPTIONS,
  });
  await member(server, ANA, 'Ana Prado');
  await openSignedIn(page, ANA, `/membros/aprendizagem/aula/${lesson}`);
  const button = page.getByRole('button', { name: 'Legendas' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const mode = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode);
  await expect.poll(mode).toBe('hidden');
  await button.click();
  await expect.poll(mode).toBe('showing');
  await expect
    .poll(
      async () => (await rowsOf(server, 'learning_settings', 'select=shows_captions&shows_captions=is.true')).length,
    )
    .toBe(1);
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(mode).toBe('showing');
  await page.keyboard.press('c');
  await expect.poll(mode).toBe('hidden');

  const lines = page.getByRole('list', { name: 'Falas' });
  await expect(lines.getByRole('button')).toHaveCount(3);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  // One stop of the tab key, arrows from line to line.
  await lines.getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const position = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(position).toBeGreaterThanOrEqual(6);
  await expect(lines.locator('[aria-current]')).toHaveText(/O preço vem depois\./);
  await page.getByRole('searchbox', { name: 'Buscar na transcrição' }).fill('NEGOCIACAO');
  await expect(page.getByText('1 trecho encontrado')).toBeVisible();
  await expect(lines.getByRole('button')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Buscar na transcrição' }).fill('nada disto');
  await expect(page.getByText('Nada encontrado na transcrição. Tente outra palavra.')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar' }).click();
  expect((await download).suggestedFilename()).toBe('transcricao.txt');

  // The search of the catalogue finds what is said, and leads to the place.
  await page.goto('/membros/aprendizagem');
  await page.getByPlaceholder('O que você quer estudar hoje?').fill('pergunta CONDUZ');
  const place = page.getByRole('link', { name: /Quem pergunta conduz/ }).first();
  await expect(place).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  await place.click();
  await expect(page).toHaveURL(/\?t=3$/);
  await page.getByRole('button', { name: 'Continuar de 0:03' }).click();
  await expect.poll(position).toBeGreaterThanOrEqual(3);
});

test('what members ask under a lesson is a topic of the forum @phone', async ({ page, server }) => {
  const course = crypto.randomUUID();
  const lesson = crypto.randomUUID();
  await insert(server, 'courses', { id: course, title: 'Com conversa', level: 'Iniciante', is_published: true });
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Parte' });
  await insert(server, 'lessons', {
    id: lesson,
    course_id: course,
    module_id: course,
    title: 'Aula com conversa',
    kind: 'text',
    body: '<p>Um texto.</p>',
  });
  const ana = await member(server, ANA, 'Ana Prado');
  await openSignedIn(page, ANA, `/membros/aprendizagem/aula/${lesson}`);
  const talk = page.getByRole('region', { name: 'Conversa sobre a aula' });
  await expect(talk.getByText('Ninguém escreveu sobre esta aula ainda.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothSchemes(page);
  const title = `Dúvida ${lesson.slice(0, 8)}`;
  await talk.getByRole('button', { name: 'Perguntar ou comentar' }).click();
  await publish(page, title, 'Como aplico isto na segunda-feira?');
  await expect
    .poll(async () => (await rowsOf(server, 'community_posts', `lesson_id=eq.${lesson}&select=id`)).length)
    .toBe(1);
  const topic = crypto.randomUUID();
  await insert(server, 'community_posts', {
    id: topic,
    title: 'Outra conversa',
    content: 'Um comentário.',
    channel_id: '6',
    author_id: ana,
    lesson_id: lesson,
  });
  await page.reload();
  await talk.getByRole('link', { name: 'Outra conversa' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outra conversa' })).toBeVisible();
  await page.getByRole('link', { name: 'Aula com conversa' }).click();
  await expect(page).toHaveURL(`/membros/aprendizagem/aula/${lesson}`);
});
