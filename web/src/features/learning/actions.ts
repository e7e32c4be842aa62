/** Actions of members in courses. Each function sends one request and throws its refusal. */
import { ask, getClient, type Update, unwrap } from '@/lib/backend';
import { saveFile } from '@/lib/save-file';
import type { Scores } from './diagnosis';
import type { LearningSettings, Review } from './queries';
import type { StudyPlan } from './study-queries';

/** Keeps a course among the favourites, or takes it out. Repeating either changes nothing. */
export async function setFavorite(course: string, userId: string, isFavorite: boolean): Promise<void> {
  const client = await getClient();
  const favorites = client.from('favorites');
  const row = { course_id: course, user_id: userId };
  unwrap(isFavorite ? await favorites.upsert(row, { ignoreDuplicates: true }) : await favorites.delete().match(row));
}

export const changeNote = (id: string, content: string) =>
  ask((client) => client.from('lesson_notes').update({ content }).eq('id', id).select('id').single());

/** Stores a note whether or not the server has it: the answer to an earlier request may have been lost. */
export async function storeNote(note: {
  id: string;
  lesson_id: string;
  at_seconds: number | null;
  content: string;
}): Promise<void> {
  const client = await getClient();
  const notes = client.from('lesson_notes');
  const { id, content } = note;
  const changed = unwrap(await notes.update({ content }).eq('id', id).select('id'));
  if (changed.length === 0) unwrap(await notes.insert(note));
}

export const removeNote = (id: string) => ask((client) => client.from('lesson_notes').delete().eq('id', id));

export async function saveReview(
  course: string,
  userId: string,
  review: Pick<Review, 'rating' | 'content' | 'is_public'>,
): Promise<void> {
  const row = { course_id: course, user_id: userId, ...review };
  await ask((client) => client.from('course_reviews').upsert(row, { onConflict: 'course_id,user_id' }));
}

export async function saveSettings(userId: string, change: Partial<LearningSettings>): Promise<void> {
  const row: Update<'learning_settings'> & { user_id: string } = { user_id: userId, ...change };
  await ask((client) => client.from('learning_settings').upsert(row, { onConflict: 'user_id' }));
}

/** Enters a programme, or leaves it. */
export async function setProgramme(programme: string, userId: string, isIn: boolean): Promise<void> {
  const client = await getClient();
  const members = client.from('programme_members');
  const row = { programme_id: programme, user_id: userId };
  unwrap(isIn ? await members.upsert(row, { ignoreDuplicates: true }) : await members.delete().match(row));
}

export const saveStudyPlan = (userId: string, plan: StudyPlan) =>
  ask((client) => client.from('study_plans').upsert({ user_id: userId, ...plan }, { onConflict: 'user_id' }));

/** Downloads the plan as a calendar file. */
export async function downloadCalendar(): Promise<void> {
  const client = await getClient();
  const { data, error } = await client.functions.invoke('study-calendar', { body: {} });
  if (error) throw error;
  saveFile(new Blob([data], { type: 'text/calendar' }), 'plano-de-estudo.ics');
}

export const saveDiagnosis = (scores: Scores) => ask((client) => client.from('diagnosis_results').insert({ scores }));
