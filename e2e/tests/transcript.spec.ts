/** Captions of a film and its transcript, as a member uses them. */
import { openSignedIn, untilOne } from './accounts.ts';
import { ANA, insert, member, openAsAna, publish, RUI } from './community.ts';
import { expect, expectWholeOnEveryScreen, test } from './fixtures.ts';
import { courseOf, FILM, lessonPath, TEXT } from './lessons.ts';

test.use({ ownServer: true });

const CAPTIONS = `WEBVTT

00:00.000 --> 00:03.000
A negociação começa antes da reunião.

00:03.000 --> 00:06.000
Quem pergunta conduz.

00:06.000 --> 00:12.000
O preço vem depois.
`;

test('captions are remembered, and transcript lines seek the film', async ({ page, server }) => {
  const [lesson] = await courseOf(server, { ...FILM, title: 'Aula com legendas', captions: CAPTIONS });
  await openAsAna(page, server, lessonPath(lesson));
  const button = page.getByRole('button', { name: 'Legendas' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const mode = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode);
  await expect.poll(mode).toBe('hidden');
  await button.click();
  await expect.poll(mode).toBe('showing');
  await untilOne(server, 'learning_settings', 'select=shows_captions&shows_captions=is.true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(mode).toBe('showing');
  await page.keyboard.press('c');
  await expect.poll(mode).toBe('hidden');

  const lines = page.getByRole('list', { name: 'Falas' });
  await expect(lines.getByRole('button')).toHaveCount(3);
  await expectWholeOnEveryScreen(page);
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
  await expectWholeOnEveryScreen(page);
  await place.click();
  await expect(page).toHaveURL(/\?t=3$/);
  await page.getByRole('button', { name: 'Continuar de 0:03' }).click();
  await expect.poll(position).toBeGreaterThanOrEqual(3);
});

test('a lesson question is a forum topic, answered in the lesson', async ({ page, server }) => {
  const [lesson = ''] = await courseOf(server, { ...TEXT, title: 'Aula com conversa' });
  const ana = await member(server, ANA, 'Ana Prado');
  await openSignedIn(page, ANA, lessonPath(lesson));
  const talk = page.getByRole('region', { name: 'Conversa sobre a aula' });
  await expect(talk.getByText('Ninguém escreveu sobre esta aula ainda.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  const title = `Dúvida ${lesson.slice(0, 8)}`;
  await talk.getByRole('button', { name: 'Perguntar ou comentar' }).click();
  await publish(page, title, 'Como aplico isto na segunda-feira?');
  await untilOne(server, 'community_posts', `lesson_id=eq.${lesson}&select=id`);
  const topic = crypto.randomUUID();
  const rui = await member(server, RUI, 'Rui Sá');
  await insert(server, 'community_posts', {
    id: topic,
    title: 'Outra conversa',
    content: 'Um comentário.',
    channel_id: '6',
    author_id: ana,
    lesson_id: lesson,
  });
  await page.reload();

  // It is read and answered in its place, live, and solved by the member who asked.
  await talk.getByRole('button', { name: 'Outra conversa' }).click();
  const answers = talk.getByRole('region', { name: '0 respostas' });
  await expect(answers).toBeVisible();
  await insert(server, 'community_comments', { post_id: topic, author_id: rui, content: 'Comece pequeno.' });
  const answer = talk.getByRole('article').filter({ hasText: 'Comece pequeno.' }).last();
  await expect(answer).toBeVisible();
  await talk.getByLabel('Sua resposta').fill('Vou tentar.');
  await talk.getByRole('button', { name: 'Responder', exact: true }).click();
  await expect(talk.getByRole('region', { name: '2 respostas' })).toBeVisible();
  await answer.getByRole('button', { name: 'Aceitar resposta' }).click();
  await expect(talk.getByText('Resolvida')).toBeVisible();
  await expect(talk.getByText('Resposta aceita, de Rui Sá.')).toBeVisible();
  await expectWholeOnEveryScreen(page);

  await talk.getByRole('link', { name: 'Abrir no fórum' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Outra conversa' })).toBeVisible();
  await page.getByRole('link', { name: 'Aula com conversa' }).click();
  await expect(page).toHaveURL(lessonPath(lesson));
});
