/** The owner's answers about the plans, with what is so of this installation in place of the marks. */
import type { PlansContent } from '@/generated/content';
import { type CourseSources, coursesAnswer } from './course-sources';
import { paymentWords } from './payment-methods';

const PAYMENT = '{formas_de_pagamento}';
const COURSES = '{acesso_aos_cursos}';

/**
 * Returns the questions with their answers. Without `courses`, while they are unknown, it leaves out the questions
 * about them.
 */
export function answeredQuestions(
  { questions, payment_methods: methods }: Pick<PlansContent, 'questions' | 'payment_methods'>,
  courses: CourseSources | undefined,
): PlansContent['questions'] {
  const known = courses ? questions : questions.filter(({ answer }) => !answer.includes(COURSES));
  const payment = paymentWords(methods);
  return known.map(({ question, answer }) => ({
    question,
    answer: answer.replaceAll(PAYMENT, payment).replaceAll(COURSES, courses ? coursesAnswer(courses) : ''),
  }));
}
