/** Results of a diagnosis. */
import type { DiagnosisContent } from '@/generated/content';
import { fold } from '@/lib/search-text';
import type { Course } from './queries';

/** Score of each competence, in percent. */
export type Scores = Readonly<Record<string, number>>;

/** Score below which courses are recommended for a competence. */
const ENOUGH = 70;
const MAX_RECOMMENDED = 3;

export const questionKey = (competence: string, index: number): string => `${competence}/${index}`;

/** The scores of the answers, each the index of one of the five. */
export function scoresOf({ competences, answers }: DiagnosisContent, given: Readonly<Record<string, number>>): Scores {
  const most = answers.length - 1;
  return Object.fromEntries(
    competences.map(({ id, questions }) => {
      const sum = questions.reduce((total, _, index) => total + (given[questionKey(id, index)] ?? 0), 0);
      return [id, Math.round((sum / (questions.length * most)) * 100)];
    }),
  );
}

/** Courses for the weakest competences, the weakest first, each course once. */
export function recommended(
  { competences }: DiagnosisContent,
  scores: Scores,
  courses: readonly Course[],
): readonly { competence: string; courses: readonly Course[] }[] {
  const taken = new Set<string>();
  return competences
    .filter(({ id }) => (scores[id] ?? 100) < ENOUGH)
    .toSorted((a, b) => (scores[a.id] ?? 0) - (scores[b.id] ?? 0))
    .map(({ title, tags }) => {
      const wanted = new Set(tags.map(fold));
      const fitting = courses.filter(({ id, tags: own }) => !taken.has(id) && own.some((tag) => wanted.has(fold(tag))));
      const chosen = fitting.slice(0, MAX_RECOMMENDED);
      for (const { id } of chosen) taken.add(id);
      return { competence: title, courses: chosen };
    })
    .filter(({ courses: chosen }) => chosen.length > 0);
}
