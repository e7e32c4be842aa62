import { durationText } from '@/entities/course/course';
import type { OpeningPlan } from '@/entities/opening-plan';
import { formatCount } from '@/lib/format';
import type { PublicCourse, PublicLesson } from './queries';

export const lessonsOf = (course: PublicCourse): PublicLesson[] =>
  course.course_modules.flatMap((module) => module.lessons);

export const secondsOf = (lessons: readonly PublicLesson[]): number =>
  lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0);

/** Callers who may open the lessons that are no sample. */
export function accessText(
  { is_programme_only: isProgrammeOnly }: PublicCourse,
  plan: OpeningPlan | undefined,
): string {
  const subscribers = plan ? `Para assinantes a partir do plano ${plan.name}` : 'Para assinantes';
  return isProgrammeOnly ? `${subscribers} que participam do programa` : subscribers;
}

/** Reason why a lesson is closed to visitors, and what opens it. */
export function closedText(course: PublicCourse, lesson: PublicLesson, plan: OpeningPlan | undefined): string {
  const days = lesson.opens_after_days;
  const required = lessonsOf(course).find(({ id }) => id === lesson.requires_lesson_id);
  return [
    accessText(course, plan),
    days > 0 && `abre ${formatCount(days, 'dia', 'dias')} depois do início`,
    required && `abre depois da aula “${required.title}”`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Returns a description of the course in a sentence, for search engines and shared links. */
export function summaryOf(course: PublicCourse): string {
  const lessons = lessonsOf(course);
  const facts = `Curso de ${formatCount(lessons.length, 'aula', 'aulas')} (${durationText(secondsOf(lessons))}), nível ${course.level.toLowerCase()}, com aula de amostra.`;
  return `${course.description ?? course.title} ${lessons.some((lesson) => lesson.is_sample) ? facts : facts.replace(', com aula de amostra', '')}`;
}
