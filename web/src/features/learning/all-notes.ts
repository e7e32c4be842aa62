/** A member's notes to all lessons. */
import { queryOptions } from '@tanstack/react-query';
import { ask } from '@/lib/backend';
import { fold } from '@/lib/search-text';
import { clock } from '@/ui/player/controls/position';
import { learningKeys, type Note } from './queries';

/** The newest of them; more would be a book. */
export const MAX_NOTES = 1_000;

export interface PlacedNote extends Pick<Note, 'id' | 'at_seconds' | 'content' | 'created_at'> {
  /** Id of the lesson, or `null` if it was removed. */
  lesson_id: string | null;
  /** Lesson with its course, or `null` if it was removed or is not published any more. */
  lessons: { title: string; courses: { title: string } | null } | null;
}

/** The notes to one lesson, in the order of their places; those to removed lessons together. */
export interface NotedLesson {
  id: string | null;
  title: string;
  course: string;
  notes: readonly PlacedNote[];
}

export function allNotesQuery() {
  return queryOptions({
    queryKey: learningKeys.allNotes,
    queryFn: ({ signal }): Promise<PlacedNote[]> =>
      ask((client) =>
        client
          .from('lesson_notes')
          .select('id,lesson_id,at_seconds,content,created_at,lessons(title,courses(title))')
          .order('created_at', { ascending: false })
          .limit(MAX_NOTES)
          .abortSignal(signal)
          .overrideTypes<PlacedNote[], { merge: false }>(),
      ),
  });
}

const WITHOUT_LESSON = 'De aulas que saíram do ar';

/** The notes that hold every word in their text or title, by lesson; the lesson with the newest note comes first. */
export function notedLessons(notes: readonly PlacedNote[], words: readonly string[]): NotedLesson[] {
  const lessons = new Map<string | null, PlacedNote[]>();
  for (const note of notes) {
    const text = fold(`${note.content} ${note.lessons?.title ?? ''} ${note.lessons?.courses?.title ?? ''}`);
    if (!words.every((word) => text.includes(word))) continue;
    lessons.set(note.lesson_id, [...(lessons.get(note.lesson_id) ?? []), note]);
  }
  return [...lessons].map(([id, found]) => ({
    id,
    title: found[0]?.lessons?.title ?? WITHOUT_LESSON,
    course: found[0]?.lessons?.courses?.title ?? '',
    notes: found.toReversed().toSorted((a, b) => (a.at_seconds ?? -1) - (b.at_seconds ?? -1)),
  }));
}

/** Returns the notes as a Markdown file for other programs. */
export const notesAsMarkdown = (lessons: readonly Pick<NotedLesson, 'title' | 'course' | 'notes'>[]): string =>
  lessons
    .flatMap(({ title, course, notes }) => [
      `# ${course ? `${course}: ` : ''}${title}`,
      ...notes.map(({ at_seconds: at, content }) => (at === null ? content : `**${clock(at)}** ${content}`)),
    ])
    .join('\n\n');
