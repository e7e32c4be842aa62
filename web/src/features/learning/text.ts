/** Texts of the learning environment. */
import type { LessonKind } from '@/entities/course/course';
import type { Stop } from './progress-reporter';

export { CATEGORIES, durationText, LESSON_KINDS } from '@/entities/course/course';
export { lockText } from '@/entities/lesson-lock';

export const learningText = {
  title: 'Ambiente de Aprendizagem',
  searchPlaceholder: 'O que você quer estudar hoje?',
  nothingFound: 'Nenhum curso encontrado para os critérios selecionados.',
  allCourses: 'Todos os cursos',
} as const;

/** Texts on finishing a lesson, by its kind. */
export const FINISHING: Record<LessonKind, string> = {
  video: 'Conclui ao assistir a 90% da aula, ou pelo botão.',
  audio: 'Conclui ao ouvir 90% da aula, ou pelo botão.',
  pdf: 'Conclui ao ler até o fim, ou pelo botão.',
  text: 'Conclui ao ler até o fim, ou pelo botão.',
  quiz: 'Conclui com a aprovação no questionário.',
};

/** Reason why what is done in a lesson that was open does not count any more. */
export const STOPPED: Record<Stop, string> = {
  removed:
    'Esta aula foi retirada do curso, e o que você faz aqui não conta mais. As suas anotações continuam na página Anotações.',
  closed: 'Esta aula não está mais aberta para você, e o que você faz aqui não conta. O que já foi salvo continua seu.',
  access: 'A sua assinatura não está ativa. O que você faz aqui fica salvo neste navegador e conta quando ela voltar.',
};
