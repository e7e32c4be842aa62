/** Names of courses and lessons. */

export type LessonKind = 'video' | 'audio' | 'pdf' | 'text' | 'quiz';

/** The categories of courses in the order of the page. */
export const CATEGORIES = [
  { id: 'alta', title: 'Em alta', label: 'Em alta' },
  { id: 'vender', title: 'Para vender mais', label: 'Vender mais' },
  { id: 'estrategica', title: 'Para atuar de forma estratégica', label: 'Estratégica' },
] as const;

export const LESSON_KINDS: Record<LessonKind, string> = {
  video: 'Vídeo',
  audio: 'Áudio',
  pdf: 'Documento',
  text: 'Texto',
  quiz: 'Questionário',
};

const MINUTE = 60;
/** Minutes of an hour. */
const MINUTES = 60;

/** `8 min`, `1 h 20 min`, `45 s`. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  const whole = Math.round(seconds / MINUTE);
  const hours = Math.floor(whole / MINUTES);
  const minutes = whole % MINUTES;
  if (!hours) return `${minutes} min`;
  return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
}
