/** The public page of a course: for visitors, with and without scripts, and how its editor leads there. */
import type { APIRequestContext, Browser } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { siteMap } from './public-paths.ts';

/** The address of each course of the demo by its title. */
async function addressOf(request: APIRequestContext, title: string): Promise<string> {
  const { anonKey } = await (await request.get('/config.json')).json();
  const query = `/rest/v1/courses?select=id&title=eq.${encodeURIComponent(title)}`;
  const [course] = await (await request.get(query, { headers: { apikey: anonKey } })).json();
  return `/cursos/${course.id}`;
}

const withoutScripts = (browser: Browser) => browser.newContext({ javaScriptEnabled: false });

test('a course page shows its programme without scripts', async ({ browser, request }) => {
  const { courses } = await siteMap(request);
  expect(courses.length).toBeGreaterThanOrEqual(16);
  const context = await withoutScripts(browser);
  const page = await context.newPage();
  await page.goto(courses[0] ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Programa' })).toBeVisible();
  await expect(page.getByText('Carga horária')).toBeVisible();
  await expect(page.getByText('aberta a todos').first()).toBeVisible();
  await expect(page.getByText(/Para assinantes/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Conhecer os planos' }).first().click();
  await expect(page).toHaveURL(/\/pricing$/);
});

test('samples are open to visitors, and no other lesson is', async ({ request }) => {
  const { anonKey } = await (await request.get('/config.json')).json();
  const headers = { apikey: anonKey };
  const columns = 'id,kind,is_sample,body,file_url,captions';
  const lessons = await (await request.get(`/rest/v1/lessons?select=${columns}&limit=1000`, { headers })).json();
  const [samples, closed] = [true, false].map((isSample) =>
    lessons.filter((lesson: { is_sample: boolean }) => lesson.is_sample === isSample),
  );
  expect(samples).toHaveLength(16);
  expect(samples.every(({ body, file_url: file }: { body?: string; file_url?: string }) => body || file)).toBe(true);
  for (const lesson of closed) expect([lesson.body, lesson.file_url, lesson.captions]).toEqual([null, null, null]);
  for (const name of ['filme.mp4', 'episodio.mp3', 'pauta.pdf']) {
    const answer = await request.get(`/storage/v1/object/public/courses/demo/${name}`);
    expect(answer.status(), name).not.toBe(200);
  }
});

test('an unknown course address answers 404', async ({ request }) => {
  for (const path of ['/cursos/x', '/cursos/00000000-0000-4000-8000-000000000000']) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain('Curso não encontrado');
  }
});

test('a course describes itself to search engines', async ({ request }) => {
  const path = await addressOf(request, 'IA aplicada a negócios');
  const html = await (await request.get(path)).text();
  const graph = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')['@graph'];
  const course = graph.find((thing: { '@type': string }) => thing['@type'] === 'Course');
  expect(course).toMatchObject({
    name: 'IA aplicada a negócios',
    offers: [{ category: 'Subscription' }],
    hasCourseInstance: [{ courseMode: 'Online', courseWorkload: expect.stringMatching(/^PT/) }],
    aggregateRating: { bestRating: 5 },
  });
});
