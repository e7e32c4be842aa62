/** The values of a lesson's form, their validation, and the rows they become. */
import { z } from 'zod';
import { limits } from '@/generated/columns/lessons';
import type { Insert, Update } from '@/lib/backend';
import { isoDay } from '@/lib/format';
import { startOfDay } from '@/lib/sao-paulo';
import { toHtml } from '@/widgets/editor/markup';
import type { Lesson, Question } from '../queries';
import { checkCaptions } from './captions';

export const KINDS = ['video', 'audio', 'pdf', 'text', 'quiz'] as const;
export const QUESTION_KINDS = ['single', 'multiple', 'boolean', 'text'] as const;

const question = z.object({
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  prompt: z.string().trim().min(1, 'Escreva a pergunta.').max(2_000, 'Use até 2.000 caracteres.'),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Ids of the right options. */
  right: z.array(z.string()),
  /** Accepted answers of a question for words, one a line. */
  words: z.string(),
  explanation: z.string().trim().max(2_000, 'Use até 2.000 caracteres.'),
});

export type QuestionValues = z.infer<typeof question>;

const number = (least: number, most: number) =>
  z.coerce
    .number({ error: 'Informe um número.' })
    .int('Use um número inteiro.')
    .min(least, `No mínimo ${least}.`)
    .max(most, `No máximo ${most}.`);

const schema = z
  .object({
    title: z.string().trim().min(1, 'Dê um título à aula.').max(limits.title, 'Use até 200 caracteres.'),
    summary: z.string().trim().max(limits.summary, 'Use até 500 caracteres.'),
    kind: z.enum(KINDS),
    /** HTML or Markdown; `toHtml` converts both. */
    body: z.string().max(limits.body, 'Use até 200.000 caracteres.'),
    file_url: z.string(),
    captions: z.string().max(limits.captions, 'Use até 400.000 caracteres.'),
    minutes: number(0, 1_440),
    is_published: z.boolean(),
    is_sample: z.boolean(),
    /** A day. */
    opens_on: z.string(),
    opens_after_days: number(0, 3_650),
    requires_lesson_id: z.string(),
    pass_mark: number(1, 100),
    max_attempts: number(0, 100),
    is_shuffled: z.boolean(),
    questions: z.array(question),
  })
  .superRefine((values, context) => {
    const [error] = isRecording(values.kind) && values.captions ? checkCaptions(values.captions) : [];
    if (error)
      context.addIssue({ code: 'custom', path: ['captions'], message: `Linha ${error.line}: ${error.message}` });
    if (values.kind !== 'quiz') return;
    for (const [index, one] of values.questions.entries()) {
      const message = questionError(one);
      if (message) context.addIssue({ code: 'custom', path: ['questions', index, 'right'], message });
    }
  });

export const formSchema = schema;
export type FormInput = z.input<typeof schema>;
export type FormValues = z.output<typeof schema>;

export const isRecording = (kind: FormValues['kind']): boolean => kind === 'video' || kind === 'audio';
export const hasFile = (kind: FormValues['kind']): boolean => isRecording(kind) || kind === 'pdf';

/** Returns the error of an incomplete question. */
export function questionError({ kind, options, right, words }: QuestionValues): string | undefined {
  if (kind === 'text') return wordsOf(words).length > 0 ? undefined : 'Informe ao menos uma resposta aceita.';
  if (options.some(({ text }) => text.trim() === '')) return 'Preencha ou remova as opções vazias.';
  if (options.length < 2) return 'Uma pergunta precisa de ao menos duas opções.';
  return right.some((id) => options.some((option) => option.id === id)) ? undefined : 'Marque a resposta certa.';
}

const wordsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function initialValues(lesson: Lesson, questions: readonly Question[]): FormInput {
  return {
    title: lesson.title,
    summary: lesson.summary ?? '',
    kind: lesson.kind as FormValues['kind'],
    body: lesson.body ?? '',
    file_url: lesson.file_url ?? '',
    captions: lesson.captions ?? '',
    minutes: Math.round(lesson.duration_seconds / 60),
    is_published: lesson.is_published,
    is_sample: lesson.is_sample,
    opens_on: lesson.opens_at ? isoDay(lesson.opens_at) : '',
    opens_after_days: lesson.opens_after_days,
    requires_lesson_id: lesson.requires_lesson_id ?? '',
    pass_mark: lesson.pass_mark,
    max_attempts: lesson.max_attempts,
    is_shuffled: lesson.is_shuffled,
    questions: questions.map(questionValues),
  };
}

function questionValues({ id, kind, prompt, options, answers, explanation }: Question): QuestionValues {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const texts = list(answers).filter((answer) => typeof answer === 'string');
  const isText = kind === 'text';
  return {
    id,
    kind: kind as QuestionValues['kind'],
    prompt,
    options: list(options).flatMap((option) => {
      const read = z.object({ id: z.string(), text: z.string() }).safeParse(option);
      return read.success ? [read.data] : [];
    }),
    right: isText ? [] : texts,
    words: isText ? texts.join('\n') : '',
    explanation: explanation ?? '',
  };
}

/** The row to save. The length of a recording is what the server reads from its file, unless that says none. */
export function toRow(values: FormValues, lesson: Lesson): Update<'lessons'> {
  const minutes = Math.round(lesson.duration_seconds / 60);
  return {
    title: values.title,
    summary: values.summary || null,
    kind: values.kind,
    body: values.body.trim() ? toHtml(values.body) : null,
    file_url: hasFile(values.kind) ? values.file_url || null : null,
    captions: isRecording(values.kind) ? values.captions || null : null,
    ...(values.minutes === minutes ? {} : { duration_seconds: values.minutes * 60 }),
    is_published: values.is_published,
    // Visitors cannot answer a quiz.
    is_sample: values.is_sample && values.kind !== 'quiz',
    opens_at: startOfDay(values.opens_on)?.toISOString() ?? null,
    opens_after_days: values.opens_after_days,
    requires_lesson_id: values.requires_lesson_id || null,
    pass_mark: values.pass_mark,
    max_attempts: values.max_attempts,
    is_shuffled: values.is_shuffled,
  };
}

export function toQuestions(values: FormValues, lesson: string): Insert<'quiz_questions'>[] {
  return values.questions.map(({ id, kind, prompt, options, right, words, explanation }, place) => ({
    id,
    lesson_id: lesson,
    kind,
    prompt,
    options: kind === 'text' ? [] : options.map((option) => ({ ...option, text: option.text.trim() })),
    answers: kind === 'text' ? wordsOf(words) : right.filter((one) => options.some((option) => option.id === one)),
    explanation: explanation || null,
    sort_order: place,
  }));
}

/** A new question with two empty options. */
export function newQuestion(): QuestionValues {
  const option = () => ({ id: crypto.randomUUID(), text: '' });
  return {
    id: crypto.randomUUID(),
    kind: 'single',
    prompt: '',
    options: [option(), option()],
    right: [],
    words: '',
    explanation: '',
  };
}
