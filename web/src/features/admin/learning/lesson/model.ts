/** The values of a lesson's form, their validation, and the rows they become. */
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { limits } from '@/generated/columns/lessons';
import type { Insert, Update } from '@/lib/backend';
import { fields, flag, optional, text, tooLong } from '@/lib/form-fields';
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
  prompt: z.string().trim().min(1, 'Escreva a pergunta.').max(2_000, tooLong(2_000)),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  /** Ids of the right options. */
  right: z.array(z.string()),
  /** Accepted answers of a question for words, one a line. */
  words: z.string(),
  explanation: z.string().trim().max(2_000, tooLong(2_000)),
});

export type QuestionValues = z.infer<typeof question>;

const number = (least: number, most: number) =>
  z.coerce
    .number({ error: 'Informe um número.' })
    .int('Use um número inteiro.')
    .min(least, `No mínimo ${least}.`)
    .max(most, `No máximo ${most}.`);

/** The fields that are columns as they are. */
const COLUMNS = fields({
  title: text(limits.title, 'Dê um título à aula.'),
  summary: text(limits.summary),
  /** HTML or Markdown; `toHtml` converts both. */
  body: optional(z.string().max(limits.body, tooLong(limits.body))),
  file_url: optional(),
  captions: optional(z.string().max(limits.captions, tooLong(limits.captions))),
  is_published: flag(),
  is_sample: flag(),
  requires_lesson_id: optional(),
  is_shuffled: flag(),
});

const schema = COLUMNS.schema
  .extend({
    kind: z.enum(KINDS),
    minutes: number(0, 1_440),
    /** A day. */
    opens_on: z.string(),
    opens_after_days: number(0, 3_650),
    pass_mark: number(1, 100),
    max_attempts: number(0, 100),
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
export type LessonFormApi = UseFormReturn<FormInput, unknown, FormValues>;

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
    ...COLUMNS.valuesOf(lesson),
    kind: lesson.kind as FormValues['kind'],
    minutes: Math.round(lesson.duration_seconds / 60),
    opens_on: lesson.opens_at ? isoDay(lesson.opens_at) : '',
    opens_after_days: lesson.opens_after_days,
    pass_mark: lesson.pass_mark,
    max_attempts: lesson.max_attempts,
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
  const columns = COLUMNS.orNull(values);
  return {
    ...columns,
    kind: values.kind,
    body: values.body.trim() ? toHtml(values.body) : null,
    file_url: hasFile(values.kind) ? columns.file_url : null,
    captions: isRecording(values.kind) ? columns.captions : null,
    ...(values.minutes === minutes ? {} : { duration_seconds: values.minutes * 60 }),
    // Visitors cannot answer a quiz.
    is_sample: values.is_sample && values.kind !== 'quiz',
    opens_at: startOfDay(values.opens_on)?.toISOString() ?? null,
    opens_after_days: values.opens_after_days,
    pass_mark: values.pass_mark,
    max_attempts: values.max_attempts,
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
