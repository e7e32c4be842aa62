/** Texts of the learning environment. */
import { type LessonKind, PLAN_NAMES } from '@/entities/course';
import { formatDate } from '@/lib/format';
import type { Lock } from './queries';

export { CATEGORIES, durationText, LESSON_KINDS } from '@/entities/course';

export const learningText = {
  title: 'Ambiente de Aprendizagem',
  searchPlaceholder: 'O que você quer estudar hoje?',
  nothingFound: 'Nenhum curso encontrado para os critérios selecionados.',
  allCourses: 'Todos os cursos',
} as const;

/** `Scale ou Professional` */
const listed = (names: readonly string[]): string => names.join(' ou ');

/** Why a lesson is closed, and what opens it. */
export function lockText(lock: Lock): string {
  switch (lock.because) {
    case 'access':
      return 'Aberta a assinantes.';
    case 'plan':
      return `Incluída no plano ${listed(lock.plans.map((plan) => PLAN_NAMES[plan] ?? plan))}.`;
    case 'date':
      return lock.opens_at
        ? `Abre em ${formatDate(lock.opens_at)}.`
        : `Abre ${lock.after_days} dias depois de você começar o curso.`;
    case 'lesson':
      return `Abre quando você concluir a aula “${lock.title}”.`;
    case 'programme':
      return `Aberta a quem participa do programa ${listed(lock.titles)}.`;
    case 'course':
      return `Abre quando você concluir o curso “${lock.title}”.`;
  }
}

/** How a lesson of this kind is finished. */
export const FINISHING: Record<LessonKind, string> = {
  video: 'A aula fica concluída quando você assiste a pelo menos 90% dela, ou pelo botão.',
  audio: 'A aula fica concluída quando você ouve pelo menos 90% dela, ou pelo botão.',
  pdf: 'A aula fica concluída quando você chega ao fim do documento, ou pelo botão.',
  text: 'A aula fica concluída quando você chega ao fim do texto, ou pelo botão.',
  quiz: 'A aula fica concluída quando você é aprovado no questionário.',
};
