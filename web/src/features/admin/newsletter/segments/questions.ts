/** The questions of a segment, as the form has them and as people read them. */
import { PLAN_NAMES, planName } from '@/entities/plan-names';
import { formatDate, isoDay } from '@/lib/format';
import { startOfDay } from '@/lib/sao-paulo';
import type { Question, Segment } from '../queries';

export type QuestionKind = Question['question'];

/** Maximum number of questions, the server's. */
export const MAX_QUESTIONS = 6;

export const MAX_TAG = 60;

export const QUESTION_NAMES: Readonly<Record<QuestionKind, string>> = {
  plans: 'Assina um destes planos',
  visitors: 'Não é membro',
  joined_since: 'Entrou na lista desde',
  opened_course: 'Abriu o curso',
  tag: 'Tem a etiqueta',
  missed: 'Não recebeu a campanha',
};

/** Names of what questions mention. */
export interface QuestionNames {
  course: (id: string) => string;
  campaign: (number: number) => string;
}

export const PLAN_CHOICES = Object.entries(PLAN_NAMES);

/** A question of this kind without its answer. */
export function emptyQuestion(question: QuestionKind): Question {
  switch (question) {
    case 'plans':
      return { question, plans: [] };
    case 'visitors':
      return { question };
    case 'joined_since':
      return { question, since: '' };
    case 'opened_course':
      return { question, course_id: '' };
    case 'tag':
      return { question, tag: '' };
    case 'missed':
      return { question, campaign: 0 };
  }
}

/** Returns the error of an incomplete question; undefined for a complete one. */
export function missingIn(question: Question): string | undefined {
  switch (question.question) {
    case 'plans':
      return question.plans.length > 0 ? undefined : 'Escolha ao menos um plano.';
    case 'visitors':
      return undefined;
    case 'joined_since':
      return question.since ? undefined : 'Escolha um dia.';
    case 'opened_course':
      return question.course_id ? undefined : 'Escolha um curso.';
    case 'tag':
      return question.tag.trim() ? undefined : 'Escreva a etiqueta.';
    case 'missed':
      return question.campaign > 0 ? undefined : 'Escolha uma campanha.';
  }
}

export const isComplete = (segment: Segment): boolean => segment.every((question) => !missingIn(question));

/** The day in São Paulo that a question names, as a date field has it. */
export const dayOf = (since: string): string => (since ? isoDay(since) : '');

/** The first instant of a day; empty for what is none. */
export const sinceOf = (day: string): string => startOfDay(day)?.toISOString() ?? '';

/** `assina Update ou Scale` */
export function questionText(question: Question, names: QuestionNames): string {
  switch (question.question) {
    case 'plans':
      return `assina ${question.plans.map((plan) => planName(plan, plan)).join(' ou ')}`;
    case 'visitors':
      return 'não é membro';
    case 'joined_since':
      return `entrou na lista desde ${formatDate(question.since)}`;
    case 'opened_course':
      return `abriu o curso “${names.course(question.course_id)}”`;
    case 'tag':
      return `tem a etiqueta “${question.tag}”`;
    case 'missed':
      return `não recebeu a campanha ${names.campaign(question.campaign)}`;
  }
}

/** `Quem não é membro e tem a etiqueta “evento”` */
export function segmentText(segment: Segment, names: QuestionNames): string {
  if (segment.length === 0) return 'Todos da lista';
  return `Quem ${segment.map((question) => questionText(question, names)).join(' e ')}`;
}

/** Returns `true` if two segments ask the same. */
export const isSame = (one: Segment, other: Segment): boolean => keyOf(one) === keyOf(other);

/** The members of a question come in any order. */
const keyOf = (segment: Segment): string =>
  JSON.stringify(segment.map((question) => Object.entries(question).sort(([one], [other]) => (one < other ? -1 : 1))));
