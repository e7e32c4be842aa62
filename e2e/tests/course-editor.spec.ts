/** Courses as an administrator builds them: from files, ordered by keyboard, pointer and menu, by two people at once. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { byService, openSignedIn, rowsOf, signInByApi } from './accounts.ts';
import { ANA, insert, member } from './community.ts';
import {
  expect,
  expectAccessibleInBothSchemes,
  expectComplaints,
  expectNoSidewaysScroll,
  openAsAdmin,
  test,
} from './fixtures.ts';
import type { Server } from './server.ts';

test.use({ ownServer: true });

const media = (name: string) => readFileSync(new URL(`../../crates/module/demo/media/${name}`, import.meta.url));

const FILES = [
  { name: '10 - Fim.pdf', mimeType: 'application/pdf', buffer: media('pauta.pdf') },
  { name: '2 meio.mp3', mimeType: 'audio/mpeg', buffer: media('episodio.mp3') },
  { name: '01_começo.mp4', mimeType: 'video/mp4', buffer: media('filme.mp4') },
];

/** A draft with two modules of two and one lessons. */
async function draft(server: Server): Promise<{ course: string; title: string }> {
  const course = crypto.randomUUID();
  const second = crypto.randomUUID();
  const title = `Curso ${course.slice(0, 8)}`;
  await insert(server, 'courses', { id: course, title, level: 'Iniciante' });
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Primeiro' });
  await insert(server, 'course_modules', { id: second, course_id: course, title: 'Segundo', sort_order: 1 });
  const lessons = [
    ['Um', course],
    ['Dois', course],
    ['Três', second],
  ];
  for (const [place, [name, module]] of lessons.entries()) {
    await insert(server, 'lessons', {
      course_id: course,
      module_id: module,
      title: name,
      kind: 'text',
      body: '<p>Um texto.</p>',
      sort_order: place,
    });
  }
  return { course, title };
}

const lessonsOf = (page: Page, module: string) => page.getByRole('list', { name: `Aulas do módulo ${module}` });
const titlesIn = (page: Page, module: string) => lessonsOf(page, module).getByRole('link');
/** Playwright's touchscreen only taps. */
async function dragByFinger(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('the handles are not on the page');
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + start.width / 2, y }],
    });
  const middle = start.y + start.height / 2;
  await touch('touchStart', middle);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', middle + ((end.y - start.y + 8) * step) / 10);
  await touch('touchEnd', end.y);
}

const handle = (page: Page, title: string) => page.getByRole('button', { name: `Mover a aula ${title}`, exact: true });

test('a course built from files is published to members', async ({ page, other, server }) => {
  await member(server, ANA, 'Ana Prado');
  const name = `Curso de arquivos ${Date.now()}`;
  await openAsAdmin(page, '/admin/cursos');

  await test.step('a draft with one module', async () => {
    await page.getByRole('button', { name: 'Novo curso' }).click();
    await page.getByRole('textbox', { name: 'Título', exact: true }).fill(name);
    await page.getByRole('button', { name: 'Criar rascunho' }).click();
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
    await page.getByRole('button', { name: 'Criar o primeiro módulo' }).click();
    await page.getByLabel('Título do módulo').fill('Tudo');
    await page.getByRole('button', { name: 'Criar módulo' }).click();
    await expect(page.getByRole('heading', { name: '1. Tudo' })).toBeVisible();
  });

  await test.step('three files become checked drafts in natural order', async () => {
    await page.getByLabel('Arquivos para o módulo Tudo').setInputFiles(FILES);
    await expect(page.getByText('3 arquivos prontos.')).toBeVisible();
    await expect(titlesIn(page, 'Tudo')).toHaveText(['Começo', 'Meio', 'Fim']);
    await expect(page.getByText('pronto para tocar no celular').first()).toBeVisible();
    await expect(lessonsOf(page, 'Tudo').getByText('Vídeo · 12 s')).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('the keyboard moves the last lesson up', async () => {
    await handle(page, 'Fim').focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('status').filter({ hasText: 'Fim: em movimento. Aula 3 de 3' })).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(titlesIn(page, 'Tudo')).toHaveText(['Começo', 'Fim', 'Meio']);
    await expect(handle(page, 'Fim')).toBeFocused();
    await expect(page.getByRole('list', { name: 'Módulos' })).toHaveAttribute('aria-busy', 'false');
    await page.reload();
    await expect(titlesIn(page, 'Tudo')).toHaveText(['Começo', 'Fim', 'Meio']);
  });

  await test.step('an empty course is not published; one with lessons is', async () => {
    await page.getByRole('button', { name: 'Publicar curso' }).click();
    await expect(page.getByText('Publique ao menos uma aula antes.')).toBeVisible();
    await page.getByRole('button', { name: 'Mais ações do curso' }).click();
    await page.getByRole('menuitem', { name: 'Publicar todas as aulas' }).click();
    await expect(page.getByText('3 aulas publicadas')).toBeVisible();
    await page.getByRole('button', { name: 'Publicar curso' }).click();
    await expect(page.getByText('O curso está publicado', { exact: true })).toBeVisible();
  });

  await test.step('an administrator previews the course without progress', async () => {
    await page.getByRole('link', { name: 'Ver como aluno' }).click();
    const bar = page.getByRole('complementary', { name: 'Visão do aluno' });
    await expect(bar).toContainText('Nada do que fizer aqui conta como progresso.');
    await page.getByRole('link', { name: /Fim/ }).first().click();
    await expect(page.getByRole('heading', { name: 'Fim', level: 1 })).toBeVisible();
    await bar.getByRole('link', { name: 'Editar aula' }).click();
    await expect(page.getByRole('dialog', { name: 'Editar aula' }).getByLabel('Título')).toHaveValue('Fim');
  });

  const [course] = await rowsOf(server, 'courses', `select=id&title=eq.${encodeURIComponent(name)}`);
  const id = String(course?.id);
  expect(await rowsOf(server, 'course_members', `select=user_id&course_id=eq.${id}`)).toEqual([]);
  await openSignedIn(other, ANA, `/membros/aprendizagem/curso/${id}`, { origin: server.url });
  await other.getByRole('link', { name: 'Começar' }).click();
  await expect(other.getByRole('heading', { name: 'Começo', level: 1 })).toBeVisible();
  await expect(other.getByRole('button', { name: /Assistir/ })).toBeVisible();
});

test('lessons are moved by pointer, keyboard and menu', async ({ page, server }) => {
  const { course } = await draft(server);
  await openAsAdmin(page, `/admin/cursos/${course}`);
  const saved = page.getByRole('list', { name: 'Módulos' });

  const from = await handle(page, 'Um').boundingBox();
  const to = await handle(page, 'Três').boundingBox();
  if (!from || !to) throw new Error('the handles are not on the page');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 12 });
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois']);
  await page.mouse.up();
  await expect(saved).toHaveAttribute('aria-busy', 'false');
  await expect(titlesIn(page, 'Segundo')).toHaveCount(2);

  await page.getByRole('button', { name: 'Ações da aula Um' }).click();
  await page.getByRole('menuitem', { name: 'Mover para…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mover aula' });
  await dialog.getByLabel('Módulo').selectOption({ label: '1. Primeiro' });
  await dialog.getByLabel('Posição').selectOption({ label: 'Depois de “Dois”' });
  await dialog.getByRole('button', { name: 'Mover' }).click();
  await expect(dialog).toBeHidden();
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois', 'Um']);

  // Past the end of a module comes the next one; escape takes everything back.
  await handle(page, 'Um').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(titlesIn(page, 'Segundo')).toHaveText(['Um', 'Três']);
  await expect(handle(page, 'Um')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois', 'Um']);

  await page.getByRole('button', { name: 'Mover o módulo Segundo' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(page.getByRole('heading', { name: '1. Segundo' })).toBeVisible();
  await expect(saved).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(page.getByRole('heading', { name: '1. Segundo' })).toBeVisible();
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois', 'Um']);
});

test('a conflicting order needs confirmation and keeps new lessons', async ({ page, complaints, server }) => {
  const { course } = await draft(server);
  await openAsAdmin(page, `/admin/cursos/${course}`);
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Um', 'Dois']);
  await insert(server, 'lessons', { course_id: course, module_id: course, title: 'Nova', sort_order: 9 });

  await handle(page, 'Dois').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: 'Este curso foi alterado há pouco' });
  await expect(dialog).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await dialog.getByRole('button', { name: 'Aplicar a minha ordem' }).click();
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois', 'Um', 'Nova']);
  await expect(page.getByRole('list', { name: 'Módulos' })).toHaveAttribute('aria-busy', 'false');
  await page.reload();
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois', 'Um', 'Nova']);
  await expectComplaints(complaints, /status of 400/);
});

test('the lesson form validates input and refuses stale saves', async ({ page, server }) => {
  const { course } = await draft(server);
  await openAsAdmin(page, `/admin/cursos/${course}`);
  await titlesIn(page, 'Primeiro').filter({ hasText: 'Um' }).click();
  const form = page.getByRole('dialog', { name: 'Editar aula' });

  await test.step('Escape in the wide text field does not close the form', async () => {
    const box = form.locator('.editor-box');
    const { width = 0 } = (await box.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(800);
    await form.getByRole('textbox', { name: 'Texto da aula' }).click();
    await page.keyboard.press('Control+Shift+f');
    await expect(box.getByText('Um', { exact: true })).toBeVisible();
    await expect(box.getByRole('button', { name: 'Salvar aula' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(box).not.toHaveAttribute('data-full');
    await page.keyboard.type('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await expect(form).toBeVisible();
    await expectAccessibleInBothSchemes(page);
  });

  await test.step('a save in the full screen focuses the invalid field', async () => {
    await form.getByLabel('Título').fill('');
    await form.getByRole('textbox', { name: 'Texto da aula' }).click();
    await page.keyboard.press('Control+Shift+f');
    await form.locator('.editor-box').getByRole('button', { name: 'Salvar aula' }).click();
    await expect(form.getByLabel('Título')).toBeFocused();
    await form.getByLabel('Título').fill('Um');
  });

  await test.step('an empty quiz option is reported', async () => {
    await form.getByLabel('Tipo de aula').selectOption({ label: 'Questionário' });
    await form.getByRole('button', { name: 'Nova pergunta' }).click();
    await form.getByLabel('Enunciado').fill('Quanto vale?');
    await form.getByRole('textbox', { name: 'Opção 1' }).fill('Muito');
    await form.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(form.getByText('Preencha ou remova as opções vazias.')).toBeVisible();
    await form.getByRole('textbox', { name: 'Opção 2' }).fill('Pouco');
    await form.getByRole('radio', { name: 'A opção 1 está certa' }).check();
    await expectAccessibleInBothSchemes(page);
    await form.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(form).toBeHidden();
    await expect(lessonsOf(page, 'Primeiro').getByText('Questionário · 1 pergunta')).toBeVisible();
  });

  await test.step('captions are checked by line', async () => {
    await titlesIn(page, 'Primeiro').filter({ hasText: 'Dois' }).click();
    await form.getByLabel('Tipo de aula').selectOption({ label: 'Vídeo' });
    await form.getByLabel('Legendas', { exact: false }).first().fill('WEBVTT\n\n00:05.000 --> 00:04.000\nOlá');
    await expect(form.getByText('Linha 3: A fala termina antes de começar.')).toBeVisible();
  });

  await test.step('a save over a newer version is refused', async () => {
    await form.getByLabel('Legendas', { exact: false }).first().fill('');
    const [lesson] = await rowsOf(server, 'lessons', `select=id&course_id=eq.${course}&title=eq.Dois`);
    await byService(server, 'PATCH', `/rest/v1/lessons?id=eq.${lesson?.id}`, { summary: 'De outra pessoa' });
    await form.getByRole('button', { name: 'Salvar aula' }).click();
    await expect(page.getByText('Isto foi alterado há pouco')).toBeVisible();
    const [kept] = await rowsOf(server, 'lessons', `select=summary,kind&id=eq.${lesson?.id}`);
    expect(kept).toEqual({ summary: 'De outra pessoa', kind: 'text' });
  });

  await test.step('leaving with changes asks', async () => {
    await form.getByRole('button', { name: 'Cancelar' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
    await expect(form).toBeHidden();
  });
});

test('a course is described, copied and counted', async ({ page, server }) => {
  const { course, title } = await draft(server);
  await openAsAdmin(page, `/admin/cursos/${course}?parte=dados`);
  await page.getByLabel('Descrição').fill('Para experimentar.');
  await page.getByLabel('Para vender mais').check();
  await page.getByLabel('Benefício que abre o curso').selectOption('Acesso antecipado');
  await page.getByRole('button', { name: 'Salvar dados' }).click();
  await expect(page.getByText('Os dados do curso foram salvos')).toBeVisible();
  const [saved] = await rowsOf(server, 'courses', `select=description,categories,entitlement&id=eq.${course}`);
  expect(saved).toEqual({ description: 'Para experimentar.', categories: ['vender'], entitlement: 'early_access' });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('tab', { name: 'Números' }).click();
  await expect(page.getByText('Ninguém começou este curso ainda')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('tab', { selected: true }), 'one tab is one step back').toHaveText('Dados do curso');
  await page.getByRole('button', { name: 'Mais ações do curso' }).click();
  await page.getByRole('menuitem', { name: 'Duplicar curso' }).click();
  await expect(page.getByRole('heading', { name: `${title} (cópia)` })).toBeVisible();
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Um', 'Dois']);
});

test('files dropped again after a reload fill the same drafts', async ({ page, complaints, server }) => {
  const { course } = await draft(server);
  await openAsAdmin(page, `/admin/cursos/${course}`);
  const files = page.getByLabel('Arquivos para o módulo Segundo');
  const send = [
    { name: 'Filme.mp4', mimeType: 'video/mp4', buffer: media('filme.mp4') },
    { name: 'Notas.mov', mimeType: 'video/quicktime', buffer: Buffer.from('x') },
  ];

  await test.step('the connection breaks, and the page is closed', async () => {
    await page.route('**/storage/v1/**', (route) => route.abort('connectionreset'));
    await files.setInputFiles(send);
    await expect(page.getByText('Aulas aceitam vídeo MP4, áudio e PDF.')).toBeVisible();
    await expect(titlesIn(page, 'Segundo')).toHaveText(['Três', 'Filme']);
    await expect(page.getByRole('button', { name: 'Tentar de novo o envio de Filme' })).toBeVisible();
    await expect(lessonsOf(page, 'Segundo').getByText('sem arquivo')).toBeVisible();
    await page.unroute('**/storage/v1/**');
    await page.reload();
  });

  await test.step('the same file fills the draft', async () => {
    await expect(titlesIn(page, 'Segundo')).toHaveText(['Três', 'Filme']);
    await files.setInputFiles(send.slice(0, 1));
    await expect(page.getByText('1 arquivo pronto.')).toBeVisible();
    await expect(titlesIn(page, 'Segundo')).toHaveText(['Três', 'Filme']);
    await expect(lessonsOf(page, 'Segundo').getByText('sem arquivo')).toBeHidden();
  });
  await expectComplaints(complaints, /ERR_CONNECTION_RESET|could not be sent/);
});

test('open lessons are previewed by plan and day', async ({ page, server }) => {
  const { course } = await draft(server);
  const [lesson] = await rowsOf(server, 'lessons', `select=id&course_id=eq.${course}&title=eq.Dois`);
  await signInByApi(page, 'admin@demo.test');
  await page.goto(`/admin/cursos/${course}?aula=${lesson?.id}`);
  const form = page.getByRole('dialog', { name: 'Editar aula' });
  await form.getByLabel('Abre após o início').fill('7');
  await form.getByRole('button', { name: 'Salvar aula' }).click();
  await expect(form).toBeHidden();
  await page.getByRole('tab', { name: 'Acesso por plano' }).click();
  await expect(page.getByText('0 de 3 aulas publicadas abertas'), 'the simplest plan has no courses').toBeVisible();
  await page.getByLabel('Ver como', { exact: true }).selectOption({ label: 'Assinante do plano Scale' });
  await expect(page.getByText('2 de 3 aulas publicadas abertas')).toBeVisible();
  await page.getByLabel('Dias desde a matrícula').fill('7');
  await expect(page.getByText('3 de 3 aulas publicadas abertas')).toBeVisible();
  await page.getByLabel('Ver como', { exact: true }).selectOption({ label: 'Visitante, sem assinatura' });
  await expect(page.getByText('0 de 3 aulas publicadas abertas')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
});

test('the pages of the editor fit on a phone', { tag: '@phone-only' }, async ({ page, server }) => {
  const { course } = await draft(server);
  await openAsAdmin(page, '/admin/cursos');
  await expect(page.getByRole('heading', { name: /^Cursos/, level: 2 })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(`/admin/cursos/${course}`);
  await dragByFinger(page, handle(page, 'Um'), handle(page, 'Dois'));
  await expect(titlesIn(page, 'Primeiro')).toHaveText(['Dois', 'Um']);
  await expect(page.getByRole('list', { name: 'Módulos' })).toHaveAttribute('aria-busy', 'false');
  for (const part of ['', '?parte=dados', '?parte=acesso', '?parte=numeros']) {
    await page.goto(`/admin/cursos/${course}${part}`);
    await expect(page.getByRole('tablist', { name: 'Partes do curso' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.goto('/admin/cursos?parte=programas');
  await page.getByRole('button', { name: 'Novo programa' }).click();
  await page.getByLabel('Título do programa').fill('Trilha de teste');
  await page.getByLabel('Adicionar curso').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Salvar programa' }).click();
  await expect(page.getByRole('heading', { name: 'Trilha de teste' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('twelve files become a course that lists missing captions', async ({ page, server }) => {
  const course = crypto.randomUUID();
  await insert(server, 'courses', { id: course, title: `Doze aulas ${course.slice(0, 8)}`, level: 'Iniciante' });
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Tudo' });
  await openAsAdmin(page, `/admin/cursos/${course}`);
  const kinds = [
    { end: 'mp4', mimeType: 'video/mp4', buffer: media('filme.mp4') },
    { end: 'mp3', mimeType: 'audio/mpeg', buffer: media('episodio.mp3') },
    { end: 'pdf', mimeType: 'application/pdf', buffer: media('pauta.pdf') },
  ];
  const files = Array.from({ length: 12 }, (_, index) => {
    const { end, ...file } = kinds[index % kinds.length] as (typeof kinds)[number];
    return { name: `Aula ${index + 1}.${end}`, ...file };
  });
  await page.getByLabel('Arquivos para o módulo Tudo').setInputFiles(files.toReversed());
  await expect(page.getByText('12 arquivos prontos.')).toBeVisible({ timeout: 90_000 });
  await expect(titlesIn(page, 'Tudo')).toHaveText(Array.from({ length: 12 }, (_, index) => `Aula ${index + 1}`));
  const missing = page.getByRole('region', { name: '8 gravações sem legendas' });
  await expect(missing.getByText('e 3 outras')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await missing.getByRole('link', { name: 'Aula 1', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Editar aula' });
  await form
    .getByLabel('Legendas', { exact: false })
    .first()
    .fill('WEBVTT\n\n00:01.000 --> 00:04.000\nA negociação começa antes da reunião.');
  await form.getByRole('button', { name: 'Salvar aula' }).click();
  await expect(page.getByRole('region', { name: '7 gravações sem legendas' })).toBeVisible();
  // The list of courses counts those of all courses.
  await page.goto('/admin/cursos');
  const all = page.getByRole('region', { name: /gravações sem legendas$/ });
  await expect(all.getByRole('link').first()).toHaveAttribute('href', /\/admin\/cursos\/.*aula=/);
});
