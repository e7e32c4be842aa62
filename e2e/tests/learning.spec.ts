/** The learning environment as a member uses it: the catalogue, a film, a text, a quiz, notes, favourites, the ranking. */
import { readFileSync } from 'node:fs';
import { openSignedIn, rowsOf, untilOne } from './accounts.ts';
import { ANA, insert, member, openAsAna } from './community.ts';
import { expect, expectAccessibleInBothSchemes, expectWholeOnEveryScreen, test } from './fixtures.ts';
import { courseOf, FILM, lessonPath, TEXT } from './lessons.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

interface School {
  course: string;
  text: string;
  film: string;
  quiz: string;
}

/** A course of three lessons; its film is the demo's, of twelve seconds. */
async function school(server: Server): Promise<School> {
  const course = crypto.randomUUID();
  const [text, film, quiz] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const title = `Curso ${course.slice(0, 8)}`;
  await insert(server, 'courses', {
    id: course,
    title,
    description: 'Três aulas para experimentar.',
    level: 'Iniciante',
    categories: ['vender'],
    tags: ['prática'],
    is_published: true,
  });
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Primeira parte' });
  const lesson = { course_id: course, module_id: course };
  await insert(server, 'lessons', {
    ...lesson,
    id: text,
    title: 'Ler',
    kind: 'text',
    body: '<p>Um texto curto.</p>',
    duration_seconds: 0,
    sort_order: 1,
  });
  await insert(server, 'lessons', {
    ...lesson,
    id: film,
    title: 'Assistir',
    ...FILM,
    sort_order: 2,
  });
  await insert(server, 'lessons', {
    ...lesson,
    id: quiz,
    title: 'Verificar',
    kind: 'quiz',
    requires_lesson_id: text,
    sort_order: 3,
  });
  await insert(server, 'quiz_questions', {
    lesson_id: quiz,
    kind: 'single',
    prompt: 'Quanto vale?',
    options: [
      { id: 'a', text: 'Muito' },
      { id: 'b', text: 'Pouco' },
    ],
    answers: ['a'],
    explanation: 'Vale muito.',
  });
  return { course, text, film, quiz };
}

test('the catalogue has its sections, categories and search', async ({ page, server }) => {
  await openAsAna(page, server, '/membros/aprendizagem');
  await expect(page.getByRole('heading', { level: 1, name: 'Ambiente de Aprendizagem' })).toBeVisible();
  for (const name of ['Em alta', 'Para vender mais', 'Para atuar de forma estratégica']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await expectWholeOnEveryScreen(page);
  await page.getByPlaceholder('O que você quer estudar hoje?').fill('LIDERANCA');
  await expect(page.getByRole('link', { name: /Liderança de equipes/ }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Preço e margem/ })).toHaveCount(0);
  await page.getByPlaceholder('O que você quer estudar hoje?').fill('nada disto existe');
  await expect(page.getByText('Nenhum curso encontrado para os critérios selecionados.').first()).toBeVisible();
  await page.goto('/membros/aprendizagem?categoria=alta');
  await expect(page.locator('main h2').first()).toHaveText('Em alta');
  await page.goto('/membros/aprendizagem?categoria=outra');
  await expect(page.locator('main h2').first()).toHaveText('Todos os cursos');
});

test('a course is completed by watching, reading and a passed quiz', async ({ page, server }) => {
  const { course, text, film, quiz } = await school(server);
  await openAsAna(page, server, `/membros/aprendizagem/curso/${course}`);
  await expect(page.getByText('Abre quando você concluir a aula “Ler”.')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('link', { name: 'Começar' }).click();
  await expect(page).toHaveURL(lessonPath(text));
  await expect(page.getByText('Um texto curto.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Menu lateral' }), 'as beside the course').toHaveCSS(
    'width',
    '64px',
  );
  const lessons = page.getByRole('complementary', { name: 'Aulas do curso' });
  await expect(lessons.getByRole('link', { name: /^Ler/ })).toHaveAttribute('aria-current', 'page');
  // The whole of a short text is on the screen: it is read.
  await expect(page.getByText('Aula concluída')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByRole('button', { name: 'Marcar como concluída' }).click();
  await expect(page.getByText('Aula concluída')).toBeVisible();
  await page.getByRole('link', { name: /^Próxima aula/ }).click();
  await page.getByRole('button', { name: 'Assistir' }).click();
  await page.getByRole('combobox', { name: 'Velocidade' }).selectOption('2');
  await expect(page.getByText('Aula concluída')).toBeVisible();
  const [progress] = await rowsOf(server, 'lesson_progress', `lesson_id=eq.${film}&select=played_share,completed_by`);
  expect(progress?.completed_by).toBe('played');
  await page.goto(lessonPath(quiz));
  await page.getByRole('button', { name: 'Enviar respostas' }).click();
  await expect(page.getByRole('alert')).toHaveText('Falta responder 1 pergunta.');
  await page.getByLabel('Pouco').check();
  await page.getByRole('button', { name: 'Enviar respostas' }).click();
  await expect(page.getByRole('heading', { name: 'Ainda não: 0%' })).toBeVisible();
  await expect(page.getByText('Vale muito.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await page.getByLabel('Muito').check();
  await page.getByRole('button', { name: 'Enviar respostas' }).click();
  await expect(page.getByRole('heading', { name: 'Aprovado, com 100%' })).toBeVisible();
  await expectWholeOnEveryScreen(page);
  const [student] = await rowsOf(server, 'course_members', `course_id=eq.${course}&select=completed_at`);
  expect(student?.completed_at).toBeTruthy();
});

test('the position in a film is stored on leaving and seeking', async ({ page, server }) => {
  const { film } = await school(server);
  await openAsAna(page, server, lessonPath(film));
  await page.getByRole('button', { name: 'Assistir' }).click();
  const video = page.locator('video');
  const stored = async () => {
    const [row] = await rowsOf(server, 'lesson_progress', `lesson_id=eq.${film}&select=position`);
    return Number(row?.position);
  };
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(2);
  await page.goto('about:blank');
  await expect.poll(stored).toBeGreaterThanOrEqual(2);

  // A jump while it stands still is saved, too.
  await page.goto(lessonPath(film));
  await page.getByRole('button', { name: 'Assistir' }).click();
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.played.length)).toBeGreaterThan(0);
  await video.evaluate((one: HTMLVideoElement) => one.pause());
  await expect.poll(stored).toBeLessThan(9);
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 9;
  });
  await expect.poll(stored).toBe(9);
});

test('notes are stored while written, and change elsewhere', async ({ page, other, server, complaints }) => {
  const { text } = await school(server);
  await openAsAna(page, server, lessonPath(text));
  await test.step('notes survive a reload and can be edited or removed', async () => {
    await page.getByRole('textbox', { name: 'Nova anotação' }).fill('Falar menos.');
    // An unfinished note survives a reload.
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Nova anotação' })).toHaveValue('Falar menos.');
    await page.getByRole('button', { name: 'Salvar anotação' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Falar menos.' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Nova anotação' })).toHaveValue('');
    await page.getByRole('button', { name: 'Editar a anotação' }).click();
    await page.getByRole('textbox', { name: 'Anotação', exact: true }).fill('Perguntar mais.');
    // Leaving the field stores it.
    await page.getByRole('textbox', { name: 'Nova anotação' }).focus();
    await expect(page.getByRole('listitem').filter({ hasText: 'Perguntar mais.' })).toBeVisible();
    await page.getByRole('button', { name: 'Apagar a anotação' }).click();
    await expect(page.getByText('Perguntar mais.')).toHaveCount(0);
  });

  await test.step('a note is stored while typed and appears on other devices', async () => {
    const field = page.getByRole('textbox', { name: 'Nova anotação' });
    await field.fill('Ouvir antes');
    await expect(page.getByText('Rascunho salvo')).toBeVisible();
    await openSignedIn(other, ANA, lessonPath(text));
    await expect(other.getByRole('listitem').filter({ hasText: 'Ouvir antes' })).toBeVisible();

    await page.route('**/rest/v1/lesson_notes*', (route) => route.abort());
    await field.fill('Ouvir antes de falar');
    await expect(page.getByText(/^Sem conexão com o site/)).toBeVisible();
    await page.unroute('**/rest/v1/lesson_notes*');
    expect(complaints.filter((text) => !/ERR_FAILED|^the note could not be stored yet/.test(text))).toEqual([]);
    complaints.splice(0);
    await page.getByRole('button', { name: 'Salvar anotação' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ouvir antes de falar' })).toBeVisible();
    await expect(field).toHaveValue('');
    await other.reload();
    // One note, not two.
    await expect(other.getByRole('listitem').filter({ hasText: 'Ouvir antes' })).toHaveText([/Ouvir antes de falar/]);
  });
});

test('notes are searched, exported and linked to their lessons', async ({ page, server }) => {
  const [first, second] = await courseOf(server, { ...FILM, title: 'Reuniões' }, { ...TEXT, title: 'Contratos' });
  const email = `notas-${first}@exemplo.test`;
  const ana = await member(server, email, 'Ana Prado');
  await insert(server, 'lesson_notes', {
    user_id: ana,
    lesson_id: first,
    at_seconds: 5,
    content: 'Começar pela decisão.',
  });
  await insert(server, 'lesson_notes', { user_id: ana, lesson_id: second, content: 'Preço por último.' });
  await openSignedIn(page, email, '/membros/aprendizagem/anotacoes');
  await expect(page.getByText('2 anotações')).toBeVisible();
  await expectWholeOnEveryScreen(page);
  await page.getByRole('searchbox', { name: 'Buscar nas anotações' }).fill('PRECO');
  await expect(page.getByText('1 anotação', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contratos' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar em Markdown' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toMatch(/^# Curso .*: Contratos\n\nPreço por último\.$/);
  await page.getByRole('searchbox', { name: 'Buscar nas anotações' }).fill('reunioes');
  await page.getByRole('link', { name: /^0:05/ }).click();
  await expect(page).toHaveURL(`${lessonPath(first)}?t=5`);
});

test('a favourite is kept, and a course reviewed once it is begun', async ({ page, server }) => {
  const { course, text } = await school(server);
  await openAsAna(page, server, `/membros/aprendizagem/curso/${course}`);
  // Shown before it is stored.
  const stored = page.waitForResponse(/\/rest\/v1\/favorites$/);
  await page.getByRole('button', { name: 'Favoritar' }).click();
  await stored;
  await expect(page.getByRole('button', { name: 'Nos favoritos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Avaliar o curso' })).toHaveCount(0);
  await page.goto('/membros/aprendizagem/favoritos');
  await expect(page.getByRole('link', { name: new RegExp(course.slice(0, 8)) })).toBeVisible();
  await page.goto(lessonPath(text));
  await expect(page.getByText('Um texto curto.')).toBeVisible();
  await page.goto(`/membros/aprendizagem/curso/${course}`);
  await page.getByRole('button', { name: 'Avaliar o curso' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Escolha uma nota de 1 a 5.')).toBeVisible();
  await page.getByLabel('4 de 5').check({ force: true });
  await page.getByRole('textbox').fill('Curto e útil.');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByText('Curto e útil.').first()).toBeVisible();
});

test('a member can leave the ranking; the learning pages fit', async ({ page, server }) => {
  await openAsAna(page, server, '/membros/aprendizagem/configuracoes');
  await page.getByRole('switch', { name: 'Aparecer no ranking' }).click();
  await untilOne(server, 'learning_settings', 'select=in_ranking&in_ranking=is.false');
  for (const place of [
    'configuracoes',
    'ranking',
    'painel',
    'programas',
    'favoritos',
    'continuar',
    'planos',
    'diagnostico',
    'convidar',
  ]) {
    await page.goto(`/membros/aprendizagem/${place}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWholeOnEveryScreen(page);
  }
  await page.goto('/membros/aprendizagem/ranking');
  await expect(page.getByText('você está fora do ranking')).toBeVisible();
});

test('a study plan has its days, and the diagnosis its result', async ({ page, server }) => {
  const { course } = await school(server);
  await openAsAna(page, server, '/membros/aprendizagem/planos');
  await page.getByRole('button', { name: 'Salvar plano' }).click();
  await expect(page.getByText('Escolha pelo menos um curso.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Acrescentar um curso' }).selectOption(course);
  await page.getByRole('button', { name: 'Salvar plano' }).click();
  const days = page.getByRole('region', { name: 'Próximas aulas' });
  await expect(days.getByRole('link', { name: 'Assistir' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar para o calendário' }).click();
  expect((await download).suggestedFilename()).toBe('plano-de-estudo.ics');
  await page.goto('/membros/aprendizagem/diagnostico');
  await page.getByRole('button', { name: 'Ver o resultado' }).click();
  await expect(page.getByRole('alert')).toContainText('Faltam');
  for (const answer of await page.getByRole('radio', { name: 'Às vezes' }).all()) await answer.check({ force: true });
  await page.getByRole('button', { name: 'Ver o resultado' }).click();
  await expect(page.getByText('50 de 100').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('a signed-out visitor is sent to the presentation page', async ({ page }) => {
  await page.goto('/membros/aprendizagem');
  await expect(page).toHaveURL(/\/membros\/apresentacao/);
});
