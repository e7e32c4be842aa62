/** Texts of the learning environment. */
import { formatDate } from '@/lib/format';
import type { LessonKind, Lock } from './queries';

export const learningText = {
  title: 'Ambiente de Aprendizagem',
  searchPlaceholder: 'O que você quer estudar hoje?',
  nothingFound: 'Nenhum curso encontrado para os critérios selecionados.',
  allCourses: 'Todos os cursos',
} as const;

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

const PLAN_NAMES: Record<string, string> = { update: 'Update', scale: 'Scale', professional: 'Professional' };

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

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `8 min`, `1 h 20 min`, `45 s`. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.round((seconds % HOUR) / MINUTE);
  if (!hours) return `${minutes} min`;
  return minutes ? `${hours} h ${minutes} min` : `${hours} h`;
}

/** How a lesson of this kind is finished. */
export const FINISHING: Record<LessonKind, string> = {
  video: 'A aula fica concluída quando você assiste a pelo menos 90% dela, ou pelo botão.',
  audio: 'A aula fica concluída quando você ouve pelo menos 90% dela, ou pelo botão.',
  pdf: 'A aula fica concluída quando você chega ao fim do documento, ou pelo botão.',
  text: 'A aula fica concluída quando você chega ao fim do texto, ou pelo botão.',
  quiz: 'A aula fica concluída quando você é aprovado no questionário.',
};
