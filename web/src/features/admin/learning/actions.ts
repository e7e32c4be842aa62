/** Changes of the course editor. Each function sends its requests and throws the refusal. */
import { ask, getClient, type Insert, type Update, unwrap } from '@/lib/backend';
import { isRefusedWith } from '@/lib/errors';
import { functionAnswer } from '@/lib/functions';
import { Refused } from '@/widgets/use-action';
import type { Course, Lesson, Outline, OutlineModule, Question } from './queries';

/** Refusal because another person changed the same row since it was read here. */
export class ChangedMeanwhile extends Refused {}

export async function createCourse(title: string): Promise<string> {
  const id = crypto.randomUUID();
  await ask((client) => client.from('courses').insert({ id, title, level: 'Iniciante', is_published: false }));
  return id;
}

/** Saves a course over the one that was read, not over a newer one. */
export async function saveCourse(course: Course, fields: Update<'courses'>): Promise<Course> {
  const client = await getClient();
  const changed = client.from('courses').update(fields).eq('id', course.id).eq('updated_at', course.updated_at);
  const [saved] = unwrap(await changed.select('*'));
  if (!saved) throw new ChangedMeanwhile();
  return saved;
}

export const removeCourse = (id: string) => ask((client) => client.from('courses').delete().eq('id', id));

export const duplicateCourse = (id: string): Promise<string> =>
  ask((client) => client.rpc('duplicate_course', { course_id: id }));

/** Larger than the place of everything that was ordered or added before: what is new is the last. */
const lastPlace = () => Math.floor(Date.now() / 1000);

/** A new module is the last one. */
export async function addModule(course: string, title: string): Promise<string> {
  const client = await getClient();
  const id = crypto.randomUUID();
  unwrap(await client.from('course_modules').insert({ id, course_id: course, title, sort_order: lastPlace() }));
  return id;
}

export const renameModule = (id: string, title: string) =>
  ask((client) => client.from('course_modules').update({ title }).eq('id', id).select('id').single());

export const removeModule = (id: string) => ask((client) => client.from('course_modules').delete().eq('id', id));

/** Saves the order of all parts at once. Fails if the order is another one by now. */
export async function orderCourse(
  course: string,
  version: string,
  modules: readonly OutlineModule[],
): Promise<Outline> {
  const client = await getClient();
  const order = modules.map(({ id, lessons }) => ({ id, lessons: lessons.map((lesson) => lesson.id) }));
  const answer = await client.rpc('order_course', { course_id: course, version, modules: order });
  if (isRefusedWith(answer.error, 'course_order_changed') || isRefusedWith(answer.error, 'invalid_order')) {
    throw new ChangedMeanwhile();
  }
  return unwrap(answer) as Outline;
}

/** Adds a draft at the end of a module. */
export async function addLesson(course: string, module: string, title: string): Promise<string> {
  const id = crypto.randomUUID();
  await addLessons(course, module, [{ id, title, kind: 'text' }]);
  return id;
}

/** Makes drafts at the end of a module, in their order. */
export async function addLessons(
  course: string,
  module: string,
  lessons: readonly Pick<Lesson, 'id' | 'title' | 'kind'>[],
): Promise<void> {
  if (lessons.length === 0) return;
  const first = lastPlace();
  const rows = lessons.map(({ id, title, kind }, index) => ({
    id,
    title,
    kind,
    course_id: course,
    module_id: module,
    is_published: false,
    sort_order: first + index,
  }));
  await ask((client) => client.from('lessons').insert(rows));
}

/** Saves a lesson over the one that was read, not over a newer one. */
export async function saveLesson(lesson: Lesson, fields: Update<'lessons'>): Promise<Lesson> {
  const client = await getClient();
  const changed = client.from('lessons').update(fields).eq('id', lesson.id).eq('revision', lesson.revision);
  const [saved] = unwrap(await changed.select('*'));
  if (!saved) throw new ChangedMeanwhile();
  return saved;
}

export const changeLesson = (id: string, fields: Update<'lessons'>) =>
  ask((client) => client.from('lessons').update(fields).eq('id', id).select('id').single());

/** Publishes every lesson of a course. */
export const publishLessons = (course: string) =>
  ask((client) =>
    client.from('lessons').update({ is_published: true }).eq('course_id', course).eq('is_published', false),
  );

export const removeLesson = (id: string) => ask((client) => client.from('lessons').delete().eq('id', id));

/** Lets the server look into the file of a lesson. */
export const describeFile = (lesson: string) => functionAnswer('describe-lesson-file', { lesson_id: lesson });

/** Stores the questions of a quiz, and removes those that are no longer among them. */
export async function saveQuestions(
  lesson: string,
  before: readonly Question[],
  questions: readonly Insert<'quiz_questions'>[],
): Promise<void> {
  const client = await getClient();
  if (questions.length > 0) unwrap(await client.from('quiz_questions').upsert([...questions], { onConflict: 'id' }));
  const kept = new Set(questions.map(({ id }) => id));
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (gone.length > 0) unwrap(await client.from('quiz_questions').delete().eq('lesson_id', lesson).in('id', gone));
}

export interface ProgrammeFields {
  id: string;
  title: string;
  description: string | null;
  is_ordered: boolean;
  certificate_months: number | null;
  is_published: boolean;
}

/** Stores a programme with its courses in their order. `before`: those it held. */
export async function saveProgramme(
  fields: ProgrammeFields,
  before: readonly string[],
  courses: readonly string[],
): Promise<void> {
  const client = await getClient();
  unwrap(await client.from('programmes').upsert(fields, { onConflict: 'id' }));
  const gone = before.filter((id) => !courses.includes(id));
  const held = client.from('programme_courses');
  if (gone.length > 0) unwrap(await held.delete().eq('programme_id', fields.id).in('course_id', gone));
  const rows = courses.map((id, place) => ({ programme_id: fields.id, course_id: id, sort_order: place }));
  if (rows.length > 0) unwrap(await held.upsert(rows, { onConflict: 'programme_id,course_id' }));
}

export const removeProgramme = (id: string) => ask((client) => client.from('programmes').delete().eq('id', id));
