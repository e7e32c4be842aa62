/** Texts of the learning environment. */
import type { LessonKind } from '@/entities/course';

export { CATEGORIES, durationText, LESSON_KINDS } from '@/entities/course';
export { lockText } from '@/entities/lesson-lock';

export const learningText = {
  title: 'Ambiente de Aprendizagem',
  searchPlaceholder: 'O que você quer estudar hoje?',
  nothingFound: 'Nenhum curso encontrado para os critérios selecionados.',
  allCourses: 'Todos os cursos',
} as const;

/** How a lesson of this kind is finished. */
export const FINISHING: Record<LessonKind, string> = {
  video: 'A aula fica concluída quando você assiste a pelo menos 90% dela, ou pelo botão.',
  audio: 'A aula fica concluída quando você ouve pelo menos 90% dela, ou pelo botão.',
  pdf: 'A aula fica concluída quando você chega ao fim do documento, ou pelo botão.',
  text: 'A aula fica concluída quando você chega ao fim do texto, ou pelo botão.',
  quiz: 'A aula fica concluída quando você é aprovado no questionário.',
};
