/** Published courses to study in. */
import { insert } from './community.ts';
import type { Server } from './server.ts';

/** The film of the demo, of twelve seconds. */
export const FILM = {
  kind: 'video',
  file_url: '/storage/v1/object/authenticated/courses/demo/filme.mp4',
  duration_seconds: 12,
};

export const TEXT = { kind: 'text', body: '<p>Um texto.</p>' };

/** A course of one module with these lessons, in this order; returns their ids. */
export async function courseOf(server: Server, ...lessons: readonly Record<string, unknown>[]): Promise<string[]> {
  const course = crypto.randomUUID();
  const title = `Curso ${course.slice(0, 8)}`;
  await insert(server, 'courses', { id: course, title, level: 'Iniciante', is_published: true });
  await insert(server, 'course_modules', { id: course, course_id: course, title: 'Parte' });
  const ids = lessons.map(() => crypto.randomUUID());
  for (const [index, lesson] of lessons.entries()) {
    const place = { id: ids[index], course_id: course, module_id: course, sort_order: index };
    await insert(server, 'lessons', { title: `Aula ${index + 1}`, ...lesson, ...place });
  }
  return ids;
}

export const lessonPath = (id: string | undefined) => `/membros/aprendizagem/aula/${id}`;
