/** The HTML is valid: as the server sends it, and as it stands once the browser has taken over. */
import { HtmlValidate, type Report } from 'html-validate';
import { publicPaths } from './public-paths.ts';
import { expect, signInAsAdmin, test } from './quiet.ts';

const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

const complaints = (path: string, { results }: Report) =>
  results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path}: ${ruleId}: ${message} (${selector ?? ''})`),
  );

test('every page the server sends is valid HTML', async ({ request }) => {
  const wrong: string[] = [];
  for (const path of [...(await publicPaths(request, { articles: 1_000 })), '/blog?busca=zzzz', '/admin']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toMatch(/^<!doctype html>/);
    wrong.push(...complaints(path, await validator.validateString(html)));
  }
  expect(wrong).toEqual([]);
});

test('every page is valid after the browser has taken over', async ({ page, request }, { project }) => {
  test.slow();
  const wrong: string[] = [];
  const paths = (await publicPaths(request)).filter((path) => !path.includes('nao-existe'));
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    if (project.name === 'phone') await page.getByRole('button', { name: 'Abrir menu' }).click();
    wrong.push(...complaints(path, await validator.validateString(await page.content())));
  }
  await signInAsAdmin(page);
  for (const path of ['/admin?aba=conteudos', '/admin?aba=categorias', '/admin/visitas']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    wrong.push(...complaints(path, await validator.validateString(await page.content())));
  }
  expect(wrong).toEqual([]);
});
