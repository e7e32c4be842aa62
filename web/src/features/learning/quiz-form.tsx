import { CircleCheck, CircleX } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import type { Functions } from '@/generated/functions';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format';
import { functionAnswer } from '@/lib/functions';
import { Button } from '@/ui/button';
import { Input } from '@/ui/input';
import { useAction } from '@/widgets/use-action';
import { learningKeys, type Quiz } from './queries';

type Result = Functions['answer-quiz']['response'];
type Question = Quiz['questions'][number];
type Answers = Readonly<Record<string, readonly string[]>>;

export interface QuizFormProps {
  lesson: string;
  quiz: Quiz;
  onPassed: (at: string) => void;
}

/** A quiz: its questions, then how it went. The server judges the answers. */
export function QuizForm({ lesson, quiz, onPassed }: QuizFormProps) {
  const [answers, setAnswers] = useState<Answers>({});
  const [result, setResult] = useState<Result>();
  const [isAsked, setAsked] = useState(false);
  const attempt = useRef(crypto.randomUUID());
  const heading = useRef<HTMLHeadingElement>(null);
  const sending = useAction({
    run: () =>
      functionAnswer('answer-quiz', {
        lesson_id: lesson,
        // The same id again is the same attempt: a repeated request counts once.
        attempt_id: attempt.current,
        answers: Object.fromEntries(Object.entries(answers).map(([id, chosen]) => [id, [...chosen]])),
      }),
    refreshes: [learningKeys.states, learningKeys.begun],
    failure: 'Não foi possível enviar as respostas.',
    onDone: (judged) => {
      setResult(judged);
      if (judged.is_passed) onPassed(new Date().toISOString());
      heading.current?.focus();
    },
  });
  const left = result ? result.attempts_left : quiz.attempts_left;
  const missing = quiz.questions.filter(({ id }) => !answers[id]?.some((answer) => answer.trim()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (missing.length === 0) sending.mutate();
  };
  const again = () => {
    attempt.current = crypto.randomUUID();
    setAnswers({});
    setResult(undefined);
    setAsked(false);
  };
  if (quiz.questions.length === 0) return <p className="type-ui">Este questionário ainda não tem perguntas.</p>;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-(--measure) gap-8">
      <h2 ref={heading} tabIndex={-1} className="type-title-1 focus:outline-none">
        {result ? resultTitle(result) : formatCount(quiz.questions.length, 'pergunta', 'perguntas')}
      </h2>
      <p className="type-meta">
        Para passar, acerte pelo menos {quiz.pass_mark}%.
        {left !== null && ` ${formatCount(left, 'tentativa restante', 'tentativas restantes')}.`}
        {quiz.best_score !== null && !result && ` A sua melhor nota foi ${quiz.best_score}%.`}
      </p>
      <ol className="grid gap-8">
        {quiz.questions.map((question, index) => (
          <li key={question.id}>
            <QuestionFields
              question={question}
              number={index + 1}
              chosen={answers[question.id] ?? []}
              judged={result?.questions.find(({ id }) => id === question.id)}
              isMissing={isAsked && !result && missing.includes(question)}
              onChange={(chosen) => setAnswers((all) => ({ ...all, [question.id]: chosen }))}
            />
          </li>
        ))}
      </ol>
      {result ? (
        !result.is_passed &&
        left !== 0 && (
          <Button type="button" variant="line" className="justify-self-start" onClick={again}>
            Tentar de novo
          </Button>
        )
      ) : left === 0 ? (
        <p className="type-ui">Você já usou todas as tentativas deste questionário.</p>
      ) : (
        <div className="grid gap-3 justify-items-start">
          {isAsked && missing.length > 0 && (
            <p role="alert" className="text-small text-destructive">
              {missing.length === 1 ? 'Falta responder 1 pergunta.' : `Falta responder ${missing.length} perguntas.`}
            </p>
          )}
          <Button type="submit" busy={sending.isPending} busyLabel="Enviando...">
            Enviar respostas
          </Button>
        </div>
      )}
    </form>
  );
}

const resultTitle = ({ score, is_passed: passed }: Result) =>
  passed ? `Aprovado, com ${score}%` : `Ainda não: ${score}%`;

interface QuestionFieldsProps {
  question: Question;
  number: number;
  chosen: readonly string[];
  judged: Result['questions'][number] | undefined;
  isMissing: boolean;
  onChange: (chosen: readonly string[]) => void;
}

function QuestionFields({ question, number, chosen, judged, isMissing, onChange }: QuestionFieldsProps) {
  const isMultiple = question.kind === 'multiple';
  const toggle = (id: string) =>
    isMultiple ? onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]) : onChange([id]);
  return (
    <fieldset disabled={judged !== undefined} className="grid gap-3">
      <legend className="mb-3 font-label text-base leading-snug">
        {number}. {question.prompt}
        {isMultiple && <span className="block type-meta">Marque todas as certas.</span>}
      </legend>
      {question.kind === 'text' ? (
        <Input
          aria-label={`Resposta da pergunta ${number}`}
          value={chosen[0] ?? ''}
          maxLength={500}
          aria-invalid={isMissing || undefined}
          onChange={(event) => onChange([event.target.value])}
        />
      ) : (
        question.options.map(({ id, text }) => (
          <label
            key={id}
            className={cx(
              'flex min-h-11 cursor-pointer items-start gap-3 border px-4 py-3 text-base leading-normal transition-colors duration-(--dur-1)',
              chosen.includes(id) ? 'border-foreground bg-card' : 'border-border hover:border-foreground-2',
              'has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ring',
            )}
          >
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={question.id}
              value={id}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="mt-1 size-4 shrink-0 accent-foreground"
            />
            {text}
          </label>
        ))
      )}
      {isMissing && <p className="text-small text-destructive">Responda a esta pergunta.</p>}
      {judged && <AnswerResult judged={judged} />}
    </fieldset>
  );
}

function AnswerResult({ judged }: { judged: Result['questions'][number] }) {
  const Icon = judged.is_right ? CircleCheck : CircleX;
  return (
    <div
      className={cx('border-l-3 px-4 py-2', judged.is_right ? 'border-success bg-success-tint' : 'border-destructive')}
    >
      <p
        className={cx(
          'flex items-center gap-2 font-label text-small',
          judged.is_right ? 'text-success' : 'text-destructive',
        )}
      >
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.8} />
        {judged.is_right ? 'Certa' : 'Errada'}
      </p>
      {judged.explanation && <p className="mt-1 text-base leading-normal">{judged.explanation}</p>}
    </div>
  );
}
