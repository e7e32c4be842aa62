import { Plus } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { InputField } from '@/ui/input-field';
import { type LessonFormApi, newQuestion } from './model';
import { QuestionPart } from './question-part';

/** Questions in one quiz. */
const MAX_QUESTIONS = 100;

/** The questions of a quiz, and what passes it. */
export function QuizBuilder({ form }: { form: LessonFormApi }) {
  const { errors } = form.formState;
  const questions = useFieldArray({ control: form.control, name: 'questions', keyName: 'key' });
  const count = questions.fields.length;
  return (
    <section aria-labelledby="perguntas" className="grid gap-5 border-t border-border-strong pt-5">
      <h3 id="perguntas" className="type-title-2">
        Perguntas <span className="text-muted-foreground tabular-nums">({count})</span>
      </h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label="Nota para passar"
          labelNote="(%)"
          error={errors.pass_mark?.message}
          {...form.register('pass_mark')}
          type="number"
          inputMode="numeric"
          min={1}
          max={100}
        />
        <InputField
          label="Tentativas"
          hint="0: sem limite"
          error={errors.max_attempts?.message}
          {...form.register('max_attempts')}
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
        />
      </div>
      {count === 0 && (
        <p className="type-meta">Ainda não há perguntas. Sem elas, ninguém pode ser aprovado neste questionário.</p>
      )}
      <ol className="grid gap-5">
        {questions.fields.map(({ key }, index) => (
          <QuestionPart
            key={key}
            form={form}
            index={index}
            count={count}
            onMove={(by) => questions.move(index, index + by)}
            onRemove={() => questions.remove(index)}
          />
        ))}
      </ol>
      <Button
        variant="line"
        size="small"
        className="justify-self-start"
        disabled={count >= MAX_QUESTIONS}
        onClick={() => questions.append(newQuestion(), { focusName: `questions.${count}.prompt` })}
      >
        <Plus aria-hidden="true" className="size-4" strokeWidth={1.8} />
        Nova pergunta
      </Button>
      <p role="status" className="sr-only">
        {formatCount(count, 'pergunta', 'perguntas')}
      </p>
    </section>
  );
}
